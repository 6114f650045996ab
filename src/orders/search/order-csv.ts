import { amountFromCents } from "../../platform/money.ts";
import { csvRow } from "../../platform/texts/csv.ts";
import { dateOf, isoTime } from "../../platform/time/dates.ts";
import type { Order } from "../order.ts";

type Column = readonly [heading: string, cell: (order: Order, timeZone: string) => string];

/** What books want to know of an order. The first date is for programs, the second for people. */
const columns: readonly Column[] = [
  ["Number", ({ number }) => String(number)],
  ["Placed at", ({ placedAt }) => isoTime(placedAt)],
  ["Order Date", ({ placedAt }, timeZone) => dateOf(placedAt, timeZone)],
  ["Name", ({ customerName }) => customerName],
  ["Email", ({ customerEmail }) => customerEmail],
  ["Address", ({ customerAddress }) => customerAddress],
  ["Country", ({ customerCountry }) => customerCountry],
  ["Website", ({ customerWebsite }) => customerWebsite],
  ["Plan", ({ packageName }) => packageName],
  ["Amount", ({ priceCents }) => amountFromCents(priceCents)],
  ["Currency", ({ currency }) => currency],
  ["Payment Status", ({ paymentStatus }) => paymentStatus],
  ["Order Status", ({ orderStatus }) => orderStatus],
  ["Paid at", ({ paidAt }) => (paidAt === null ? "" : isoTime(paidAt))],
];

/** The first line. A mark in front of it tells spreadsheets that the file is UTF-8. */
export const orderCsvHead = `\ufeff${csvRow(columns.map(([heading]) => heading))}`;

export function orderCsvRow(order: Order, timeZone: string): string {
  return csvRow(columns.map(([, cell]) => cell(order, timeZone)));
}
