import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Engine, engineOf } from "../../platform/database/database.ts";
import type { Migrations } from "../../platform/database/migrations.ts";
import type { OrderStatus, PaymentStatus } from "../order.ts";

/** Columns by which orders are summed. A change of another column leaves the sums alone. */
const summedBy = "account_id, package_name, price_cents, payment_status, order_status, placed_day";

/** Triggers that keep `order_sums` and `account_sums` exact for every write to `orders`. */
function sumTriggers(engine: Engine): readonly RawBuilder<unknown>[] {
  return (engine === "sqlite" ? sqliteTriggers() : postgresTriggers()).map((text) => sql.raw(text));
}

function sqliteTriggers(): readonly string[] {
  const trigger = (name: string, change: string, body: string) =>
    `create trigger orders_${name} after ${change} on orders begin ${body} end`;
  return [
    trigger("summed_when_placed", "insert", add("new", 1)),
    trigger("summed_when_changed", `update of ${summedBy}`, add("old", -1) + add("new", 1)),
    trigger("summed_when_removed", "delete", add("old", -1)),
  ];
}

/**
 * The sums change at the end of a transaction, one transaction after the other. By then it holds
 * all of its other locks, so no deadlock is possible in whatever order it changed its orders.
 */
function postgresTriggers(): readonly string[] {
  return [
    `create function keep_order_sums() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock('order_sums'::regclass::oid::integer, 0);
      if tg_op <> 'INSERT' then ${add("old", -1)} end if;
      if tg_op <> 'DELETE' then ${add("new", 1)} end if;
      return null;
    end $$`,
    `create constraint trigger orders_summed
      after insert or delete or update of ${summedBy} on orders
      deferrable initially deferred for each row execute function keep_order_sums()`,
  ];
}

/** An order without a day counts in the sums of all time, and in no month or day. */
function add(row: "old" | "new", sign: 1 | -1): string {
  const cents = `${sign} * ${row}.price_cents`;
  return `
    insert into order_sums
      (grain, period, package_name, payment_status, order_status, orders, cents)
    select grain, period, ${row}.package_name, ${row}.payment_status, ${row}.order_status,
      ${sign}, ${cents}
    from (
      select 'ever' as grain, '' as period
      union all select 'month', substr(${row}.placed_day, 1, 7)
      union all select 'day', ${row}.placed_day
    ) as stretches where period is not null
    on conflict (grain, period, package_name, payment_status, order_status) do update set
      orders = order_sums.orders + excluded.orders, cents = order_sums.cents + excluded.cents;
    insert into account_sums (account_id, payment_status, orders, cents)
    values (${row}.account_id, ${row}.payment_status, ${sign}, ${cents})
    on conflict (account_id, payment_status) do update set
      orders = account_sums.orders + excluded.orders,
      cents = account_sums.cents + excluded.cents;
  `;
}

/** Sums of all orders of one kind in one period. */
interface OrderSumsTable {
  grain: "ever" | "month" | "day";
  /** "" for all time, otherwise "2026-11" or "2026-11-20", in the site's time zone. */
  period: string;
  package_name: string;
  payment_status: PaymentStatus;
  order_status: OrderStatus;
  orders: number;
  cents: number;
}

/** The same sums per customer. */
interface AccountSumsTable {
  account_id: string;
  payment_status: PaymentStatus;
  orders: number;
  cents: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    /** Maintained by triggers on `orders`. No code writes here. */
    order_sums: OrderSumsTable;
    account_sums: AccountSumsTable;
  }
}

export const orderSumsMigrations: Migrations = {
  "0115-order-sums": {
    async up(db) {
      await addDays(db);
      await createSums(db);
      await sumOrdersThatExist(db);
      for (const statement of sumTriggers(engineOf(db))) await statement.execute(db);
      // The sums replace both queries that used this index.
      await db.schema.dropIndex("orders_paid").execute();
    },
  },
};

/**
 * The day stays null until `date-orders.server.ts` sets it, because only the process knows the time
 * zone.
 */
async function addDays<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable("orders").addColumn("placed_day", "text").execute();
  const addToCounter = (name: string, definition: ReturnType<typeof sql>) =>
    sql`alter table order_counter add column ${sql.ref(name)} ${definition}`.execute(db);
  await addToCounter("time_zone", sql`text not null default 'UTC'`);
  await addToCounter("dated_through", sql`bigint not null default 0`);
  await addToCounter("to_date_through", sql`bigint not null default 0`);
}

async function createSums<Schema>(db: Kysely<Schema>): Promise<void> {
  const sumsOf = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn("payment_status", "text", (column) => column.notNull())
      .addColumn("orders", "bigint", (column) => column.notNull())
      .addColumn("cents", "bigint", (column) => column.notNull());
  await sumsOf("order_sums")
    .addColumn("grain", "text", (column) => column.notNull())
    .addColumn("period", "text", (column) => column.notNull())
    .addColumn("package_name", "text", (column) => column.notNull())
    .addColumn("order_status", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("order_sums_cell", [
      "grain",
      "period",
      "package_name",
      "payment_status",
      "order_status",
    ])
    .execute();
  await sumsOf("account_sums")
    .addColumn("account_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("account_sums_cell", ["account_id", "payment_status"])
    .execute();
}

async function sumOrdersThatExist<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`insert into order_sums
      (grain, period, package_name, payment_status, order_status, orders, cents)
    select 'ever', '', package_name, payment_status, order_status, count(*), sum(price_cents)
    from orders group by package_name, payment_status, order_status`.execute(db);
  await sql`insert into account_sums (account_id, payment_status, orders, cents)
    select account_id, payment_status, count(*), sum(price_cents)
    from orders group by account_id, payment_status`.execute(db);
}
