import { linesInWords } from "../orders/lines/lines-in-words.ts";
import { centsOf, isReduction, type OrderLine } from "../orders/lines/order-lines.ts";
import type { MoneyNote } from "../orders/money-note.ts";
import type { Order } from "../orders/order.ts";
import type { CsvCell } from "../platform/texts/csv.ts";
import { dateOf, dayOf, isoTime } from "../platform/time/dates.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import type { OrderStanding } from "../work/clock/order-standings.server.ts";
import { matchingOrders } from "./matching-orders.server.ts";
import type { OrderSearch } from "./order-search.ts";
import { orderChunks } from "./sorted-orders.server.ts";
import type { SearchDependencies } from "./standing-filter.server.ts";

interface RowFacts {
  readonly timeZone: string;
  readonly standing: OrderStanding | undefined;
  readonly money: MoneyNote | undefined;
  readonly lines: readonly OrderLine[] | undefined;
}

type Column = readonly [heading: string, cell: (order: Order, facts: RowFacts) => CsvCell];

/**
 * Columns for bookkeeping. "Placed at" is the time in a format for programs, and "Order Date" is
 * the date in a format for people.
 */
const columns: readonly Column[] = [
  ["Number", ({ number }) => number],
  ["Placed at", ({ placedAt }) => isoTime(placedAt)],
  ["Order Date", ({ placedAt }, { timeZone }) => dateOf(placedAt, timeZone)],
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
  ["Stage", (_order, { standing }) => standing?.stage ?? ""],
  [
    "Due at",
    // `dueAt` is the first moment after the due day.
    (_order, { standing, timeZone }) =>
      standing?.dueAt ? dayOf(standing.dueAt - 1, timeZone) : "",
  ],
  ["Waits for", (_order, { standing }) => standing?.waitsFor ?? ""],
  ["Refunded", (_order, { money }) => (money ? { cents: money.refundedCents } : "")],
  ["Taken back", (_order, { money }) => (money ? { cents: money.takenBackCents } : "")],
  ["Test payment", (_order, { money }) => (money?.isTest ? "yes" : "")],
  ["Price consists of", (order, { lines = [] }) => itemsOf(order, lines)],
  ["Extras", (_order, { lines = [] }) => sumCell(lines.filter(({ kind }) => kind === "add-on"))],
  ["Taken off", (_order, { lines = [] }) => sumCell(lines.filter(isReduction))],
];

/** "" for a plan alone; such as "Basic $149.00, A call × 2 $180.00". */
function itemsOf(order: Order, lines: readonly OrderLine[]): string {
  return linesInWords(order, lines)
    .map(({ label, amount }) => `${label} ${amount}`)
    .join(", ");
}

function sumCell(lines: readonly OrderLine[]): CsvCell {
  if (lines.length === 0) return "";
  return { cents: lines.reduce((cents, line) => cents + centsOf(line), 0) };
}

export const orderHeadings: readonly string[] = columns.map(([heading]) => heading);

/** The cells of an order's row, in the order of `orderHeadings`. */
export function orderCells(order: Order, facts: RowFacts): readonly CsvCell[] {
  return columns.map(([, cell]) => cell(order, facts));
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
