import {
  type OrderStatus,
  orderStatuses,
  type PaymentStatus,
  paymentStatuses,
} from "../orders/order.ts";
import type { FieldIssue } from "../platform/errors.ts";
import { isPlainText } from "../platform/texts/plain-text.ts";
import { isDay } from "../platform/time/calendar.ts";
import { type OrderStage, orderStages } from "../stages/order-stage.ts";

/** The first sort is the default. */
export const orderSorts = {
  newest: { by: "date", descending: true },
  oldest: { by: "date", descending: false },
  "amount-high": { by: "amount", descending: true },
  "amount-low": { by: "amount", descending: false },
  "name-a-z": { by: "name", descending: false },
  "name-z-a": { by: "name", descending: true },
} as const;
export type OrderSort = keyof typeof orderSorts;

/** "week": due today or on one of the next seven days. */
export const dueTimes = ["overdue", "today", "week"] as const;
export type DueTime = (typeof dueTimes)[number];

export const transferStates = ["awaited"] as const;
type TransferState = (typeof transferStates)[number];

export const waitingSides = ["team", "customer"] as const;
export type WaitingSide = (typeof waitingSides)[number];

/** "somebody", "nobody", or the account id of the assignee. */
type Assignment = string;
/** Account ids have no blanks, so a list of names is not taken for one. */
export const assignmentPattern = /^[\w-]{1,100}$/;

/** Filters by what the events of an order say; null for no filter. An order must pass all of them. */
export interface StandingFilter {
  readonly stage: OrderStage | null;
  readonly due: DueTime | null;
  readonly waitsFor: WaitingSide | null;
  readonly assigned: Assignment | null;
}

export interface OrderSearch extends StandingFilter {
  /** Beginnings of words in the name, email or plan, or an order number; "" for all orders. */
  readonly q: string;
  readonly payment: PaymentStatus | null;
  /** Only orders that wait for a bank transfer. */
  readonly transfer: TransferState | null;
  readonly status: OrderStatus | null;
  /** Name that the plan had when the order was placed. */
  readonly plan: string | null;
  /** First and last day, such as `2026-11-20`, in the site's time zone. */
  readonly from: string | null;
  readonly to: string | null;
  readonly sort: OrderSort;
}

export const everyOrder: OrderSearch = {
  q: "",
  payment: null,
  transfer: null,
  status: null,
  stage: null,
  due: null,
  waitsFor: null,
  assigned: null,
  plan: null,
  from: null,
  to: null,
  sort: "newest",
};

const longestText = 200;
const isShortText = (text: string) => isPlainText(text) && text.length <= longestText;

const parts = {
  q: { accepts: isShortText, message: "The search must be text of up to 200 characters." },
  payment: {
    accepts: (text: string) => paymentStatuses.includes(text as PaymentStatus),
    message: "The payment status must be UnPaid, Paid, Cancelled or Refunded.",
  },
  transfer: {
    accepts: (text: string) => transferStates.includes(text as TransferState),
    message: "The state of a bank transfer must be awaited.",
  },
  status: {
    accepts: (text: string) => orderStatuses.includes(text as OrderStatus),
    message: "The order status must be Pending or Delivered.",
  },
  stage: {
    accepts: (text: string) => orderStages.includes(text as OrderStage),
    message: `The stage must be one of ${orderStages.join(", ")}.`,
  },
  due: {
    accepts: (text: string) => dueTimes.includes(text as DueTime),
    message: "The due time must be overdue, today or week.",
  },
  waitsFor: {
    accepts: (text: string) => waitingSides.includes(text as WaitingSide),
    message: "The side that an order waits for must be team or customer.",
  },
  assigned: {
    accepts: (text: string) => assignmentPattern.test(text),
    message: "The assignment must be somebody, nobody or the account of a person.",
  },
  plan: { accepts: isShortText, message: "The plan must be text of up to 200 characters." },
  from: { accepts: isDay, message: "The first day must be a date such as 2026-11-20." },
  to: { accepts: isDay, message: "The last day must be a date such as 2026-11-20." },
  sort: {
    accepts: (text: string) => Object.hasOwn(orderSorts, text),
    message: `The sort must be one of ${Object.keys(orderSorts).join(", ")}.`,
  },
} as const;

/** The messages for invalid values of these filters. */
export const standingMessages = {
  stage: parts.stage.message,
  due: parts.due.message,
  waitsFor: parts.waitsFor.message,
  assigned: parts.assigned.message,
};

/** Ignores each invalid parameter and returns an issue for it. */
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

/** Leaves out parameters that have their default value. */
export function orderSearchParameters(search: OrderSearch): URLSearchParams {
  const said = Object.entries(search).filter(
    ([path, value]) => value !== null && value !== everyOrder[path as keyof OrderSearch],
  );
  return new URLSearchParams(said as [string, string][]);
}
