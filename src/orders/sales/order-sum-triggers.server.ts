import { type RawBuilder, sql } from "kysely";
import type { Engine } from "../../platform/database/database.ts";

/** What an order is summed by. A change of anything else does not touch the sums. */
const summedBy = "account_id, package_name, price_cents, payment_status, order_status, placed_day";

/**
 * Triggers with which the database itself keeps `order_sums` and `account_sums` exact, whoever
 * writes to `orders`.
 */
export function sumTriggers(engine: Engine): readonly RawBuilder<unknown>[] {
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
 * every other lock that it will ever want, so nobody can wait for it in a circle, in whatever order
 * it changed its orders.
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

/** An order without a day yet counts in what was ever ordered, and in no month or day. */
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
