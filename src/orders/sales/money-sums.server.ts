import { type Kysely, type RawBuilder, sql } from "kysely";
import { engineOf } from "../../platform/database/database.ts";
import type { Migrations } from "../../platform/database/migrations.ts";

/** Ledger sums of all orders of one period, by the day of the order. */
interface MoneySumsTable {
  grain: "ever" | "month" | "day";
  /** As in `order_sums`. */
  period: string;
  refunded_cents: number;
  net_cents: number;
}

/** The same sums per customer. */
interface AccountMoneySumsTable {
  account_id: string;
  refunded_cents: number;
  net_cents: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    /**
     * Maintained by triggers, like the two columns of `orders` that they sum. No code writes here.
     */
    money_sums: MoneySumsTable;
    account_money_sums: AccountMoneySumsTable;
  }
}

export const moneySumsMigrations: Migrations = {
  "0122-money-sums": {
    async up(db) {
      for (const name of ["refunded_cents", "net_cents"]) {
        await sql`alter table orders add column ${sql.ref(name)} bigint not null default 0`.execute(
          db,
        );
      }
      await createSums(db);
      await sumLedgersThatExist(db);
      const statements = engineOf(db) === "sqlite" ? sqliteTriggers() : postgresTriggers();
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  },
};

async function createSums<Schema>(db: Kysely<Schema>): Promise<void> {
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

/** Returned part of a ledger entry: negative, or positive for money that came again. */
function returned(row: string): string {
  return `case when ${row}.kind in ('refund', 'reversal', 'reversal-cancelled')
    then ${row}.amount_cents else 0 end`;
}

const keepOrder = `update orders set net_cents = net_cents + new.amount_cents,
  refunded_cents = refunded_cents - (${returned("new")}) where id = new.order_id;`;

const summedBy = "account_id, placed_day, refunded_cents, net_cents";
/** Most changes are to orders without money: a new day or a delivery. */
const hasMoney = (row: "old" | "new") => `(${row}.net_cents <> 0 or ${row}.refunded_cents <> 0)`;
const changes = [
  { name: "added", on: "insert", when: hasMoney("new"), rows: [["new", 1]] },
  {
    name: "changed",
    on: `update of ${summedBy}`,
    when: `(${hasMoney("old")} or ${hasMoney("new")})`,
    rows: [
      ["old", -1],
      ["new", 1],
    ],
  },
  { name: "removed", on: "delete", when: hasMoney("old"), rows: [["old", -1]] },
] as const;

function sqliteTriggers(): readonly string[] {
  return [
    `create trigger payment_ledger_summed after insert on payment_ledger begin ${keepOrder} end`,
    ...changes.map(
      ({ name, on, when, rows }) =>
        `create trigger orders_money_${name} after ${on} on orders when ${when}
          begin ${rows.map(([row, sign]) => add(row, sign)).join("")} end`,
    ),
  ];
}

/** The sums change at the end of the transaction, behind the lock of `order_sums`. */
function postgresTriggers(): readonly string[] {
  return [
    `create function keep_order_money() returns trigger language plpgsql as $$
      begin ${keepOrder} return null; end $$`,
    `create trigger payment_ledger_summed after insert on payment_ledger
      for each row execute function keep_order_money()`,
    ...changes.flatMap(({ name, on, when, rows }) => [
      `create function keep_money_${name}() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock('order_sums'::regclass::oid::integer, 0);
        ${rows.map(([row, sign]) => add(row, sign)).join("")}
        return null;
      end $$`,
      `create constraint trigger orders_money_${name} after ${on} on orders
        deferrable initially deferred for each row when (${when})
        execute function keep_money_${name}()`,
    ]),
  ];
}

function add(row: "old" | "new", sign: 1 | -1): string {
  const sums = `${sign} * ${row}.refunded_cents, ${sign} * ${row}.net_cents`;
  const both = (table: string) =>
    `refunded_cents = ${table}.refunded_cents + excluded.refunded_cents,
      net_cents = ${table}.net_cents + excluded.net_cents`;
  return `
    insert into money_sums (grain, period, refunded_cents, net_cents)
    select grain, period, ${sums}
    from (
      select 'ever' as grain, '' as period
      union all select 'month', substr(${row}.placed_day, 1, 7)
      union all select 'day', ${row}.placed_day
    ) as stretches where period is not null
    on conflict (grain, period) do update set ${both("money_sums")};
    insert into account_money_sums (account_id, refunded_cents, net_cents)
    values (${row}.account_id, ${sums})
    on conflict (account_id) do update set ${both("account_money_sums")};
  `;
}
