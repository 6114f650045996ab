import { sql } from "kysely";
import { numberSearched } from "../orders/number-searched.ts";
import type { Queries } from "../platform/database/database.ts";
import { matchWords } from "../platform/database/match-words.ts";
import { wordsOf } from "../platform/texts/search-words.ts";
import { addDays } from "../platform/time/calendar.ts";
import { startOfDay } from "../platform/time/dates.ts";
import type { OrderSearch } from "./order-search.ts";
import type { MatchingOrders } from "./sorted-orders.server.ts";
import { inStanding, type StandingTime } from "./standing-filter.server.ts";

/** The orders of a search; with `companyId`, only the orders of this company. */
export async function matchingOrders(
  queries: Queries,
  search: OrderSearch,
  time: StandingTime,
  companyId?: string,
): Promise<MatchingOrders> {
  const { q, payment, transfer, status, plan, assigned, from, to } = search;
  const { timeZone } = time.calendar;
  let orders: MatchingOrders = queries.selectFrom("orders");
  if (companyId !== undefined) orders = orders.where("company_id", "=", companyId);
  // Literals, because SQLite uses a partial index only for a condition without parameters.
  if (payment !== null) orders = orders.where("payment_status", "=", sql.lit(payment));
  if (transfer !== null) orders = await awaitingTransfer(queries, orders);
  if (status !== null) orders = orders.where("order_status", "=", sql.lit(status));
  if (plan !== null) orders = orders.where("package_name", "=", plan);
  if (from !== null) orders = orders.where("placed_at", ">=", startOfDay(from, timeZone));
  if (to !== null) orders = orders.where("placed_at", "<", startOfDay(addDays(to, 1), timeZone));
  if (assigned === "somebody") orders = orders.where("assignee_id", "is not", null);
  else if (assigned === "nobody") orders = orders.where("assignee_id", "is", null);
  else if (assigned !== null) orders = orders.where("assignee_id", "=", assigned);
  if (q !== "") orders = await withWords(queries, orders, q);
  return inStanding(queries, orders, search, time);
}

/** More transfers than a team awaits at any time. */
const mostAwaited = 2000;

/** The orders that wait for a bank transfer, which are few at any time. */
async function awaitingTransfer(queries: Queries, orders: MatchingOrders): Promise<MatchingOrders> {
  const rows = await queries
    .selectFrom("bank_transfers")
    .select("order_id")
    .where("left_at", "is", null)
    .orderBy("chosen_at")
    .limit(mostAwaited)
    .execute();
  if (rows.length === 0) return orders.where(sql<boolean>`1 = 0`);
  return orders.where(
    "id",
    "in",
    rows.map(({ order_id }) => order_id),
  );
}

/** A search for the number of an order finds only this order. */
async function withWords(
  queries: Queries,
  orders: MatchingOrders,
  q: string,
): Promise<MatchingOrders> {
  const number = numberSearched(q);
  const numbered = queries.selectFrom("orders").select("number").where("number", "=", number);
  if (number !== null && (await numbered.executeTakeFirst()) !== undefined) {
    return orders.where("number", "=", number);
  }
  const words = wordsOf(q);
  if (words.length === 0) return orders.where(sql<boolean>`1 = 0`);
  return orders.where(await matchWords(queries, "orders", words));
}
