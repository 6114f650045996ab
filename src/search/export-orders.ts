import type { Order } from "../orders/order.ts";
import type { CsvCell } from "../platform/texts/csv.ts";
import { dateOf, isoTime } from "../platform/time/dates.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import type { OrderStanding } from "../work/clock/order-standings.server.ts";
import { matchingOrders } from "./matching-orders.server.ts";
import type { OrderSearch } from "./order-search.ts";
import { orderChunks } from "./sorted-orders.server.ts";
import type { SearchDependencies } from "./standing-filter.server.ts";

type Column = readonly [
  heading: string,
  cell: (order: Order, timeZone: string, standing: OrderStanding | undefined) => CsvCell,
];

/**
 * Columns for bookkeeping. "Placed at" is the time in a format for programs, and "Order Date" is
 * the date in a format for people.
 */
const columns: readonly Column[] = [
  ["Number", ({ number }) => number],
  ["Placed at", ({ placedAt }) => isoTime(placedAt)],
  ["Order Date", ({ placedAt }, timeZone) => dateOf(placedAt, timeZone)],
  ["Name", ({ customerName }) => customerName],
  ["Email", ({ customerEmail }) => customerEmail],
  ["Address", ({ customerAddress }) => customerAddress],
  ["Country", ({ customerCountry }) => customerCountry],
  ["Website", ({ customerWebsite }) => customerWebsite],
  ["Plan", ({ packageName }) => packageName],
  ["Amount", ({ priceCents }) => ({ cents: priceCents })],
  ["Currency", ({ currency }) => currency],
  ["Payment Status", ({ paymentStatus }) => paymentStatus],
  ["Order Status", ({ orderStatus }) => orderStatus],
  ["Paid at", ({ paidAt }) => (paidAt === null ? "" : isoTime(paidAt))],
  ["Stage", (_order, _timeZone, standing) => standing?.stage ?? ""],
  ["Due at", (_order, _timeZone, standing) => (standing?.dueAt ? isoTime(standing.dueAt) : "")],
  ["Waits for", (_order, _timeZone, standing) => standing?.waitsFor ?? ""],
];

export const orderHeadings: readonly string[] = columns.map(([heading]) => heading);

/** The cells of an order's row, in the order of `orderHeadings`. */
export function orderCells(
  order: Order,
  timeZone: string,
  standing: OrderStanding | undefined,
): readonly CsvCell[] {
  return columns.map(([, cell]) => cell(order, timeZone, standing));
}

/**
 * Yields the orders of a search in chunks. Leaves out demonstration orders, because bookkeeping
 * reads the exports. The first `next()` throws "unauthenticated" and "forbidden".
 */
export async function* exportOrders(
  { database, clock, calendar }: SearchDependencies,
  actor: Actor,
  search: OrderSearch,
): AsyncGenerator<readonly Order[]> {
  requireRight(actor, "see every order");
  const orders = await matchingOrders(database.read, search, { calendar, now: clock() });
  yield* orderChunks(orders.where("is_demonstration", "=", 0), search.sort);
}
