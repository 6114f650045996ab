import type { FieldIssue } from "../../platform/errors.ts";
import { isPlainText } from "../../platform/texts/plain-text.ts";
import { isDay } from "../../platform/time/calendar.ts";
import { type OrderStatus, orderStatuses, type PaymentStatus, paymentStatuses } from "../order.ts";

/** How the orders' table can be sorted; the first is what it shows by itself. */
export const orderSorts = {
  newest: { by: "date", descending: true },
  oldest: { by: "date", descending: false },
  "amount-high": { by: "amount", descending: true },
  "amount-low": { by: "amount", descending: false },
  "name-a-z": { by: "name", descending: false },
  "name-z-a": { by: "name", descending: true },
} as const;
export type OrderSort = keyof typeof orderSorts;

/** Which orders, and in which order. The address of the table and of its export say it. */
export interface OrderSearch {
  /** Words of name, email and plan by their beginnings, or an order's number; "" for all. */
  readonly q: string;
  readonly payment: PaymentStatus | null;
  readonly status: OrderStatus | null;
  /** A plan's name as the orders have it. */
  readonly plan: string | null;
  /** The first and the last day, as `2026-11-20`, in the site's time zone. */
  readonly from: string | null;
  readonly to: string | null;
  readonly sort: OrderSort;
}

export const everyOrder: OrderSearch = {
  q: "",
  payment: null,
  status: null,
  plan: null,
  from: null,
  to: null,
  sort: "newest",
};

const longestText = 200;
const isShortText = (text: string) => isPlainText(text) && text.length <= longestText;

/** For each part: which texts it can be, and the sentence for the others. */
const parts = {
  q: { accepts: isShortText, message: "The search is not text of up to 200 characters." },
  payment: {
    accepts: (text: string) => paymentStatuses.includes(text as PaymentStatus),
    message: "The payment status is UnPaid, Paid, Cancelled or Refunded.",
  },
  status: {
    accepts: (text: string) => orderStatuses.includes(text as OrderStatus),
    message: "The order status is Pending or Delivered.",
  },
  plan: { accepts: isShortText, message: "The plan is not text of up to 200 characters." },
  from: { accepts: isDay, message: "The first day is not a date such as 2026-11-20." },
  to: { accepts: isDay, message: "The last day is not a date such as 2026-11-20." },
  sort: {
    accepts: (text: string) => Object.hasOwn(orderSorts, text),
    message: `The sort is one of ${Object.keys(orderSorts).join(", ")}.`,
  },
} as const;

/** What an address asks for. What it says wrongly is left out, with a sentence about each. */
export function readOrderSearch(parameters: URLSearchParams): {
  search: OrderSearch;
  issues: readonly FieldIssue[];
} {
  const search: Record<string, string | null> = { ...everyOrder };
  const issues: FieldIssue[] = [];
  for (const [path, { accepts, message }] of Object.entries(parts)) {
    const text = parameters.get(path)?.trim() ?? "";
    if (text === "") continue;
    if (accepts(text)) search[path] = text;
    else issues.push({ path, message });
  }
  return { search: search as unknown as OrderSearch, issues };
}

/** The address that asks for a search, without what is the same for all. */
export function orderSearchParameters(search: OrderSearch): URLSearchParams {
  const said = Object.entries(search).filter(
    ([path, value]) => value !== null && value !== everyOrder[path as keyof OrderSearch],
  );
  return new URLSearchParams(said as [string, string][]);
}

/** True when orders are left out: then nobody knows beforehand how many there are. */
export function isFiltered(search: OrderSearch): boolean {
  return orderSearchParameters({ ...search, sort: everyOrder.sort }).size > 0;
}

/** The number that a search names: "1042", "#1042", "Order 1042". */
export function numberSearched(q: string): number | null {
  const digits = /^(?:order\b\s*)?(?:no\.?\s*|#\s*)?(\d{1,15})$/i.exec(q.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
