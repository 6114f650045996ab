import { dollarsFromCents } from "#platform/money.ts";
import type { Series } from "#sales/read-sales.ts";

// Pixels from the top of a chart.
export const plotTop = 8;
export const plotBottom = 180;

export type Unit = "dollars" | "orders";

const inShort = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

export const formats = {
  dollars: {
    whole: dollarsFromCents,
    short: (cents: number) => inShort.format(cents / 100),
  },
  orders: {
    whole: (orders: number) => orders.toLocaleString("en-US"),
    short: (orders: number) => orders.toLocaleString("en-US"),
  },
} as const satisfies Record<Unit, Record<"whole" | "short", (value: number) => string>>;

/**
 * Fixed colours of the statuses. A plan has no fixed colour and gets one by its position in the
 * chart.
 */
const looksOfStates: Readonly<Record<string, number>> = {
  Paid: 0,
  Delivered: 0,
  UnPaid: 1,
  Pending: 1,
  Cancelled: 3,
  Refunded: 4,
};
const lookCount = 5;

export function lookOf({ name, place }: Series): number {
  return looksOfStates[name] ?? place % lookCount;
}

export function totalAt(series: readonly Series[], at: number): number {
  return series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
}

export function totalOf({ values }: Series): number {
  return values.reduce((sum, value) => sum + value, 0);
}
