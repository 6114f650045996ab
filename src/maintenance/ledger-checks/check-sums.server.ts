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

/** The stored sums. The sums of the other days are counted whenever they are read. */
const storedDays = sql`sales_days where day not in (select day from unsummed_days)`;
const countedOrders = sql`orders
  where is_demonstration = 0 and coalesce(placed_day, '') not in (select day from unsummed_days)`;

const orderCell = (day: RawBuilder<unknown>) => sql`package_name || ' orders in ' || ${day}
  || ' that are ' || payment_status || ' and ' || order_status`;
const storedDay = sql`day`;
const placedDay = sql`coalesce(placed_day, '')`;

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
    stored: sql`select ${orderCell(storedDay)} as name, orders as first, cents as second
      from ${storedDays}`,
    counted: sql`select ${orderCell(placedDay)} as name, 1 as first, price_cents as second
      from ${countedOrders}`,
  },
  {
    sentence: moneySentence,
    stored: sql`select 'the orders in ' || day as name, refunded_cents as first,
      net_cents as second from ${storedDays}`,
    counted: sql`select 'the orders in ' || ${placedDay} as name,
      case when kind = 'payment' then 0 else -amount_cents end as first, amount_cents as second
      from payment_ledger join (select * from ${countedOrders}) as orders on orders.id = order_id`,
  },
];

/** Compares the stored sums of closed days with a recount of orders and ledger. */
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
