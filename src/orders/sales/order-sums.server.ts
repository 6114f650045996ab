import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Engine, engineOf } from "#platform/database/database.ts";
import type { Migrations } from "#platform/database/migrations.ts";
import type { OrderStatus, PaymentStatus } from "../order.ts";

/** Tables with the sums of each customer, and the column of `orders` that names the customer. */
interface CustomerSums {
  readonly key: string;
  readonly orders: string;
  readonly money: string;
}

/** For the migrations from the time before companies, when each account had its own sums. */
const byAccount: CustomerSums = {
  key: "account_id",
  orders: "account_sums",
  money: "account_money_sums",
};
const byCompany: CustomerSums = {
  key: "company_id",
  orders: "company_sums",
  money: "company_money_sums",
};

/** Columns on which the sums depend. An update of other columns runs no trigger. */
function summedBy({ key }: CustomerSums): string {
  return `${key}, package_name, price_cents, payment_status, order_status, placed_day`;
}

/**
 * `condition`: SQL condition on the row for which a trigger runs; by default, the trigger runs for
 * every row.
 */
function sqliteTriggers(
  by: CustomerSums,
  condition?: (row: "old" | "new") => string,
): readonly string[] {
  const trigger = (name: string, change: string, row: "old" | "new", body: string) =>
    `create trigger orders_${name} after ${change} on orders
      ${condition ? `when ${condition(row)}` : ""} begin ${body} end`;
  return [
    trigger("summed_when_placed", "insert", "new", add(by, "new", 1)),
    trigger(
      "summed_when_changed",
      `update of ${summedBy(by)}`,
      "new",
      add(by, "old", -1) + add(by, "new", 1),
    ),
    trigger("summed_when_removed", "delete", "old", add(by, "old", -1)),
  ];
}

/**
 * The trigger runs at the end of the transaction and takes an advisory lock, so that transactions
 * change the sums one after the other. The transaction already holds all of its other locks at its
 * end, so the advisory lock causes no deadlock.
 */
function postgresTriggers(): readonly string[] {
  return [sumFunction("create", byAccount), postgresTrigger(byAccount)];
}

function postgresTrigger(by: CustomerSums): string {
  return `create constraint trigger orders_summed
      after insert or delete or update of ${summedBy(by)} on orders
      deferrable initially deferred for each row execute function keep_order_sums()`;
}

type Create = "create" | "create or replace";

function sumFunction(create: Create, by: CustomerSums, first = ""): string {
  return `${create} function keep_order_sums() returns trigger language plpgsql as $$ begin
      ${first}
      perform pg_advisory_xact_lock('order_sums'::regclass::oid::integer, 0);
      if tg_op <> 'INSERT' then ${add(by, "old", -1)} end if;
      if tg_op <> 'DELETE' then ${add(by, "new", 1)} end if;
      return null;
    end $$`;
}

/**
 * Periods in which an order counts. An order without a day counts only in the period of all time.
 */
function periodsOf(row: "old" | "new"): string {
  return `(
      select 'ever' as grain, '' as period
      union all select 'month', substr(${row}.placed_day, 1, 7)
      union all select 'day', ${row}.placed_day
    ) as stretches where period is not null`;
}

function add({ key, orders }: CustomerSums, row: "old" | "new", sign: 1 | -1): string {
  const cents = `${sign} * ${row}.price_cents`;
  return `
    insert into order_sums
      (grain, period, package_name, payment_status, order_status, orders, cents)
    select grain, period, ${row}.package_name, ${row}.payment_status, ${row}.order_status,
      ${sign}, ${cents}
    from ${periodsOf(row)}
    on conflict (grain, period, package_name, payment_status, order_status) do update set
      orders = order_sums.orders + excluded.orders, cents = order_sums.cents + excluded.cents;
    insert into ${orders} (${key}, payment_status, orders, cents)
    values (${row}.${key}, ${row}.payment_status, ${sign}, ${cents})
    on conflict (${key}, payment_status) do update set
      orders = ${orders}.orders + excluded.orders,
      cents = ${orders}.cents + excluded.cents;
  `;
}

/**
 * Number of orders and sum of their prices, for one period, plan, payment status and order status.
 */
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

interface CompanySumsTable {
  company_id: string;
  payment_status: PaymentStatus;
  orders: number;
  cents: number;
}

/** Ledger sums of the orders that were placed in one period. */
interface MoneySumsTable {
  grain: "ever" | "month" | "day";
  /** In the format of `order_sums.period`. */
  period: string;
  refunded_cents: number;
  net_cents: number;
}

interface CompanyMoneySumsTable {
  company_id: string;
  refunded_cents: number;
  net_cents: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    /** Triggers on `orders` maintain this table and `company_sums`. No code writes here. */
    order_sums: OrderSumsTable;
    company_sums: CompanySumsTable;
    /**
     * Triggers maintain this table, `company_money_sums`, and the columns `net_cents` and
     * `refunded_cents` of `orders`. No code writes here.
     */
    money_sums: MoneySumsTable;
    company_money_sums: CompanyMoneySumsTable;
  }
}

/**
 * Statements that make the sums leave out demonstration orders. An order never becomes or stops
 * being a demonstration order, so no trigger has to handle such a change.
 */
export function sumTriggersWithoutDemonstrations(engine: Engine): readonly string[] {
  if (engine === "sqlite") {
    return [
      ...sqliteDrops(),
      ...sqliteTriggers(byAccount, isReal),
      ...sqliteOrderMoneyTriggers(byAccount, isReal),
    ];
  }
  return [
    sumFunction("create or replace", byAccount, leavesOut),
    ...changes(byAccount).map(({ name, rows }) =>
      moneyFunction("create or replace", byAccount, name, rows, leavesOut),
    ),
  ];
}

const summedNames = ["summed_when_placed", "summed_when_changed", "summed_when_removed"];

function sqliteDrops(): readonly string[] {
  const money = changes(byAccount).map(({ name }) => `money_${name}`);
  return [...summedNames, ...money].map((name) => `drop trigger orders_${name}`);
}

/**
 * Statements that sum by company instead of account. Requires that the company of each order has
 * the id of the order's account, because the statements do not recompute the sums.
 */
function sumByCompany(engine: Engine): readonly string[] {
  const isSqlite = engine === "sqlite";
  const renamed = (["orders", "money"] as const).flatMap((table) => [
    `alter table ${byAccount[table]} rename to ${byCompany[table]}`,
    `alter table ${byCompany[table]} rename column ${byAccount.key} to ${byCompany.key}`,
  ]);
  if (isSqlite) {
    return [
      ...sqliteDrops(),
      ...renamed,
      ...sqliteTriggers(byCompany, isReal),
      ...sqliteOrderMoneyTriggers(byCompany, isReal),
    ];
  }
  const moneyNames = changes(byCompany).map(({ name }) => name);
  return [
    ...["summed", ...moneyNames.map((name) => `money_${name}`)].map(
      (name) => `drop trigger orders_${name} on orders`,
    ),
    ...renamed,
    sumFunction("create or replace", byCompany, leavesOut),
    postgresTrigger(byCompany),
    ...changes(byCompany).flatMap(({ name, on, when, rows }) => [
      moneyFunction("create or replace", byCompany, name, rows, leavesOut),
      postgresMoneyTrigger(name, on, when),
    ]),
  ];
}

const isReal = (row: "old" | "new") => `${row}.is_demonstration = 0`;
const leavesOut = `if tg_op = 'DELETE' then
        if old.is_demonstration = 1 then return null; end if;
      elsif new.is_demonstration = 1 then return null; end if;`;

export const orderSumsMigrations: Migrations = {
  "0115-order-sums": {
    async up(db) {
      await addDays(db);
      await createSums(db);
      await sumOrdersThatExist(db);
      const statements = engineOf(db) === "sqlite" ? sqliteTriggers(byAccount) : postgresTriggers();
      for (const statement of statements) await sql.raw(statement).execute(db);
      // Drops an index that no query needs any more, because both of its queries now read the sums.
      await db.schema.dropIndex("orders_paid").execute();
    },
  },
  "0122-money-sums": {
    async up(db) {
      for (const name of ["refunded_cents", "net_cents"]) {
        await sql`alter table orders add column ${sql.ref(name)} bigint not null default 0`.execute(
          db,
        );
      }
      await createMoneySums(db);
      await sumLedgersThatExist(db);
      const statements =
        engineOf(db) === "sqlite" ? sqliteMoneyTriggers() : postgresMoneyTriggers();
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  },
  "0214-sums-of-companies": {
    async up(db) {
      for (const statement of sumByCompany(engineOf(db))) await sql.raw(statement).execute(db);
    },
  },
};

/**
 * The column `placed_day` stays null until `dateNextOrders` sets the day, because a migration does
 * not know the site's time zone.
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

async function createMoneySums<Schema>(db: Kysely<Schema>): Promise<void> {
  const sumsOf = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn("refunded_cents", "bigint", (column) => column.notNull())
      .addColumn("net_cents", "bigint", (column) => column.notNull());
  await sumsOf("money_sums")
    .addColumn("grain", "text", (column) => column.notNull())
    .addColumn("period", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("money_sums_cell", ["grain", "period"])
    .execute();
  await sumsOf("account_money_sums")
    .addColumn("account_id", "text", (column) => column.notNull().primaryKey())
    .execute();
}

async function sumLedgersThatExist<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`update orders set
    refunded_cents = coalesce((select -sum(${sql.raw(returned("payment_ledger"))})
      from payment_ledger where order_id = orders.id), 0),
    net_cents = coalesce((select sum(amount_cents)
      from payment_ledger where order_id = orders.id), 0)
    where id in (select order_id from payment_ledger)`.execute(db);
  const stretches: readonly (readonly [grain: string, period: RawBuilder<unknown>])[] = [
    ["ever", sql`''`],
    ["month", sql`substr(placed_day, 1, 7)`],
    ["day", sql`placed_day`],
  ];
  for (const [grain, period] of stretches) {
    await sql`insert into money_sums (grain, period, refunded_cents, net_cents)
      select ${sql.lit(grain)}, period, sum(refunded_cents), sum(net_cents)
      from (select ${period} as period, refunded_cents, net_cents from orders) as dated
      where period is not null group by period`.execute(db);
  }
  await sql`insert into account_money_sums (account_id, refunded_cents, net_cents)
    select account_id, sum(refunded_cents), sum(net_cents) from orders group by account_id`.execute(
    db,
  );
}

/**
 * Returned amount of a ledger entry: negative for a refund or reversal, positive for a cancelled
 * reversal, 0 for other kinds.
 */
function returned(row: string): string {
  return `case when ${row}.kind in ('refund', 'reversal', 'reversal-cancelled')
    then ${row}.amount_cents else 0 end`;
}

const keepOrder = `update orders set net_cents = net_cents + new.amount_cents,
  refunded_cents = refunded_cents - (${returned("new")}) where id = new.order_id;`;

const moneySummedBy = ({ key }: CustomerSums) => `${key}, placed_day, refunded_cents, net_cents`;
/**
 * An order without money, such as a new order, changes no sum of money, so the triggers skip the
 * order.
 */
const hasMoney = (row: "old" | "new") => `(${row}.net_cents <> 0 or ${row}.refunded_cents <> 0)`;
const changes = (by: CustomerSums) =>
  [
    { name: "added", on: "insert", when: hasMoney("new"), rows: [["new", 1]] },
    {
      name: "changed",
      on: `update of ${moneySummedBy(by)}`,
      when: `(${hasMoney("old")} or ${hasMoney("new")})`,
      rows: [
        ["old", -1],
        ["new", 1],
      ],
    },
    { name: "removed", on: "delete", when: hasMoney("old"), rows: [["old", -1]] },
  ] as const;

function sqliteMoneyTriggers(): readonly string[] {
  return [
    `create trigger payment_ledger_summed after insert on payment_ledger begin ${keepOrder} end`,
    ...sqliteOrderMoneyTriggers(byAccount),
  ];
}

function sqliteOrderMoneyTriggers(
  by: CustomerSums,
  condition?: (row: "old" | "new") => string,
): readonly string[] {
  return changes(by).map(({ name, on, when, rows }) => {
    const also = condition ? `and ${condition(rows[0][0])}` : "";
    return `create trigger orders_money_${name} after ${on} on orders when ${when} ${also}
          begin ${moneyChange(by, rows)} end`;
  });
}

type MoneyRows = ReturnType<typeof changes>[number]["rows"];

function moneyChange(by: CustomerSums, rows: MoneyRows): string {
  return rows.map(([row, sign]) => addMoney(by, row, sign)).join("");
}

function moneyFunction(
  create: Create,
  by: CustomerSums,
  name: string,
  rows: MoneyRows,
  first = "",
): string {
  return `${create} function keep_money_${name}() returns trigger language plpgsql as $$ begin
        ${first}
        perform pg_advisory_xact_lock('order_sums'::regclass::oid::integer, 0);
        ${moneyChange(by, rows)}
        return null;
      end $$`;
}

/**
 * Like `postgresTriggers`: these triggers run at the end of the transaction and take the same
 * advisory lock.
 */
function postgresMoneyTriggers(): readonly string[] {
  return [
    `create function keep_order_money() returns trigger language plpgsql as $$
      begin ${keepOrder} return null; end $$`,
    `create trigger payment_ledger_summed after insert on payment_ledger
      for each row execute function keep_order_money()`,
    ...changes(byAccount).flatMap(({ name, on, when, rows }) => [
      moneyFunction("create", byAccount, name, rows),
      postgresMoneyTrigger(name, on, when),
    ]),
  ];
}

function postgresMoneyTrigger(name: string, on: string, when: string): string {
  return `create constraint trigger orders_money_${name} after ${on} on orders
        deferrable initially deferred for each row when (${when})
        execute function keep_money_${name}()`;
}

function addMoney({ key, money }: CustomerSums, row: "old" | "new", sign: 1 | -1): string {
  const sums = `${sign} * ${row}.refunded_cents, ${sign} * ${row}.net_cents`;
  const both = (table: string) =>
    `refunded_cents = ${table}.refunded_cents + excluded.refunded_cents,
      net_cents = ${table}.net_cents + excluded.net_cents`;
  return `
    insert into money_sums (grain, period, refunded_cents, net_cents)
    select grain, period, ${sums}
    from ${periodsOf(row)}
    on conflict (grain, period) do update set ${both("money_sums")};
    insert into ${money} (${key}, refunded_cents, net_cents)
    values (${row}.${key}, ${sums})
    on conflict (${key}) do update set ${both(money)};
  `;
}
