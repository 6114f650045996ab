import { type Kysely, sql } from "kysely";
import { engineOf } from "../../platform/database/engine-of.ts";
import type { Migrations } from "../../platform/database/migrations.ts";
import type { OrderStatus, PaymentStatus } from "../order.ts";
import { sumTriggers } from "./order-sum-triggers.server.ts";

/** What all orders of one kind come to, over one stretch of time. */
interface OrderSumsTable {
  grain: "ever" | "month" | "day";
  /** "" for ever, else "2026-11" or "2026-11-20", in the site's time zone. */
  period: string;
  package_name: string;
  payment_status: PaymentStatus;
  order_status: OrderStatus;
  orders: number;
  cents: number;
}

/** The same, for one customer. */
interface AccountSumsTable {
  account_id: string;
  payment_status: PaymentStatus;
  orders: number;
  cents: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    /** Kept by triggers on `orders`: nothing else writes here. */
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
      // Both totals that it answered are kept now.
      await db.schema.dropIndex("orders_paid").execute();
    },
  },
};

/** The day stays null until `date-orders.server.ts` has come by: only the process knows the zone. */
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
