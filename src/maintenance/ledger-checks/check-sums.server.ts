import { type RawBuilder, sql } from "kysely";
import type { Queries } from "#platform/database/database.ts";
import { amountFromCents } from "#platform/money.ts";

/**
 * The two figures of a sum: number of orders and their prices in cents, or refunded and net cents.
 */
type Sum = readonly [first: number, second: number];

/** Stored sums and their recount: queries for the columns `name`, `first` and `second`. */
interface ComparedSums {
  readonly stored: RawBuilder<unknown>;
  readonly counted: RawBuilder<unknown>;
  readonly sentence: (name: string, stored: Sum, counted: Sum) => string;
}

/**
 * Orders by plan, payment status, order status and day. An order of an earlier version has no day
 * until `dateNextOrders` sets its day.
 */
const orderDays = sql`(select package_name, payment_status, order_status, placed_day,
    count(*) as orders, sum(price_cents) as cents
  from orders where is_demonstration = 0 group by package_name, payment_status, order_status, placed_day)`;

/** Money of the ledger by the day on which the order was placed. */
const moneyDays = sql`(select placed_day,
    sum(case when kind = 'payment' then 0 else -amount_cents end) as refunded_cents,
    sum(amount_cents) as net_cents
  from payment_ledger join orders on orders.id = payment_ledger.order_id
  where is_demonstration = 0 group by placed_day)`;

/** Repeats each row of `days` for its periods: all time (""), its month and its day. */
function byPeriod(days: RawBuilder<unknown>) {
  return sql`(with days as ${days}
    select '' as period, days.* from days
    union all select substr(placed_day, 1, 7), days.* from days where placed_day is not null
    union all select placed_day, days.* from days where placed_day is not null)`;
}

const orderCell = sql`package_name || ' orders ' ||
  case when period = '' then 'ever' else 'in ' || period end ||
  ' that are ' || payment_status || ' and ' || order_status`;
const companyCell = sql`'the ' || payment_status || ' orders of company ' || company_id`;
const moneyCell = sql`case when period = '' then 'all orders' else 'the orders in ' || period end`;

function orderSentence(name: string, stored: Sum, counted: Sum): string {
  const describe = ([orders, cents]: Sum) =>
    `${amountFromCents(cents)} USD of ${orders} ${orders === 1 ? "order" : "orders"}`;
  return `The kept sum of ${name} is ${describe(stored)}, and a recount gives ${describe(counted)}.`;
}

export function moneySentence(name: string, stored: Sum, counted: Sum): string {
  const describe = ([refunded, net]: Sum) =>
    `${amountFromCents(refunded)} USD refunded and ${amountFromCents(net)} USD net`;
  return `The stored money of ${name} is ${describe(stored)}, and the ledger gives ${describe(counted)}.`;
}

const allSums: readonly ComparedSums[] = [
  {
    sentence: orderSentence,
    stored: sql`select ${orderCell} as name, orders as first, cents as second from order_sums`,
    counted: sql`select ${orderCell} as name, orders as first, cents as second
      from ${byPeriod(orderDays)} as days`,
  },
  {
    sentence: orderSentence,
    stored: sql`select ${companyCell} as name, orders as first, cents as second from company_sums`,
    counted: sql`select ${companyCell} as name, count(*) as first, sum(price_cents) as second
      from orders where is_demonstration = 0 group by company_id, payment_status`,
  },
  {
    sentence: moneySentence,
    stored: sql`select ${moneyCell} as name, refunded_cents as first, net_cents as second
      from money_sums`,
    counted: sql`select ${moneyCell} as name, refunded_cents as first, net_cents as second
      from ${byPeriod(moneyDays)} as days`,
  },
  {
    sentence: moneySentence,
    stored: sql`select 'company ' || company_id as name, refunded_cents as first,
      net_cents as second from company_money_sums`,
    counted: sql`select 'company ' || company_id as name, sum(refunded_cents) as first,
      sum(net_cents) as second from orders where is_demonstration = 0 group by company_id`,
  },
];

/** Compares all sums that triggers update with a recount of orders and ledger. */
export async function checkSums(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  for (const { stored, counted, sentence } of allSums) {
    const { rows } = await sql<Record<"name" | "s1" | "s2" | "c1" | "c2", string>>`
      select name, sum(s1) as s1, sum(s2) as s2, sum(c1) as c1, sum(c2) as c2
      from (
        select name, first as s1, second as s2, 0 as c1, 0 as c2 from (${stored}) as stored
        union all select name, 0, 0, first, second from (${counted}) as counted
      ) as sums
      group by name having sum(s1) <> sum(c1) or sum(s2) <> sum(c2)
      order by name`.execute(queries);
    for (const { name, s1, s2, c1, c2 } of rows) {
      note(sentence(name, [Number(s1), Number(s2)], [Number(c1), Number(c2)]));
    }
  }
}
