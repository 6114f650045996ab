import { setImmediate as otherRequests } from "node:timers/promises";
import type { Queries } from "#platform/database/database.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import type { CsvCell } from "#platform/texts/csv.ts";
import { dateOf, isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Order } from "../order.ts";
import { asOrder, selectOrdersByNumber } from "../order-store.server.ts";
import type { OrderStanding } from "../room/clock/order-standings.server.ts";
import { findMatchingOrders } from "./matching-orders.server.ts";
import { type OrderKey, type OrderSearch, orderSorts } from "./order-search.ts";
import { chunkSize, chunksOf, type OrderSource } from "./partitions.server.ts";
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
  const queries = database.read;
  const sought = await findMatchingOrders(queries, search, { calendar, now: clock() });
  if (sought.kind === "every") {
    const chunks = everyOrderInChunks(queries, orderSorts[sought.sort].descending);
    for await (const orders of chunks) yield orders.filter(isReal);
    return;
  }
  const chunks =
    sought.kind === "open" ? openChunks(sought.source) : chunksOf(sought.numbers, chunkSize);
  for await (const numbers of chunks) {
    yield (await selectOrdersByNumber(queries, numbers)).filter(isReal);
    await otherRequests();
  }
}

const isReal = ({ isDemonstration }: Order) => !isDemonstration;

function everyOrderInChunks(queries: Queries, descending: boolean) {
  return rowChunks(
    { after: null as number | null },
    (order: Order) => order.number,
    async (last, size) => {
      const rows = await queries
        .selectFrom("orders")
        .selectAll()
        .$if(last !== null, (query) => query.where("number", descending ? "<" : ">", last ?? 0))
        .orderBy("number", descending ? "desc" : "asc")
        .limit(size)
        .execute();
      return rows.map(asOrder);
    },
  );
}

async function* openChunks(source: OrderSource): AsyncGenerator<readonly number[]> {
  const { descending } = source;
  for (let from: OrderKey | null = null; ; ) {
    const part = await source.read({ from, descending, limit: chunkSize, effort: chunkSize * 10 });
    if (part.keys.length > 0) yield part.keys.map(({ number }) => number);
    if (part.isEnd) return;
    from = part.pausedAt ?? part.keys.at(-1) ?? null;
  }
}
