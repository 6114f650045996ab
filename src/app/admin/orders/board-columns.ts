import type { OrderStage } from "#stages/order-stage.ts";

export interface BoardColumnDefinition {
  readonly name: OrderStage;
  readonly title: string;
  /** Query of the orders list that shows the same orders. */
  readonly query: string;
  /** Why an order is in the column; for a column into which no card can be moved, also how. */
  readonly note: string;
  /** Text of a column without orders. */
  readonly empty: string;
}

/** Columns of the orders board from left to right: the stages of an order. */
export const boardColumns: readonly BoardColumnDefinition[] = [
  {
    name: "unpaid",
    title: "Not paid",
    query: "payment=UnPaid&stage=unpaid",
    note: "Only a payment moves these on.",
    empty: "No orders are waiting for payment.",
  },
  {
    name: "awaiting-brief",
    title: "Brief",
    query: "stage=awaiting-brief&sort=oldest",
    note: "Follows from the brief: the customer has not sent it.",
    empty: "Every brief is here.",
  },
  {
    name: "ready",
    title: "Ready",
    query: "stage=ready&sort=oldest",
    note: "Follows from the brief: it has arrived.",
    empty: "Nothing waits to be begun.",
  },
  {
    name: "in-work",
    title: "In work",
    query: "stage=in-work&sort=oldest",
    note: "Move a card here to begin, or to work on it again.",
    empty: "Nobody is working on an order.",
  },
  {
    name: "waiting-for-customer",
    title: "Waiting",
    query: "stage=waiting-for-customer&sort=oldest",
    note: "Follows from a question that the customer has not answered.",
    empty: "No question is open.",
  },
  {
    name: "in-review",
    title: "In review",
    query: "stage=in-review&sort=oldest",
    note: "Move a card here to deliver it.",
    empty: "No delivery waits for its customer.",
  },
  {
    name: "accepted",
    title: "Accepted",
    query: "stage=accepted",
    note: "Follows from the customer’s answer, or from the end of the review.",
    empty: "Orders that their customers have accepted appear here.",
  },
];

/** What moving a card means: the work begins, the order is delivered, or it is worked on again. */
export type BoardMove = "start" | "deliver" | "reopen";

const toDeliver: readonly OrderStage[] = [
  "awaiting-brief",
  "ready",
  "in-work",
  "waiting-for-customer",
];

/** The meaning of a move between two columns; null for a move that no person can decide. */
export function moveBetween(from: OrderStage, to: OrderStage): BoardMove | null {
  if (to === "in-review" && toDeliver.includes(from)) return "deliver";
  if (to !== "in-work") return null;
  if (from === "ready") return "start";
  return from === "in-review" || from === "accepted" ? "reopen" : null;
}

/** The column to which the button of a card moves it; null for a card without a button. */
export const nextColumn: Readonly<Partial<Record<OrderStage, OrderStage>>> = {
  "awaiting-brief": "in-review",
  ready: "in-work",
  "in-work": "in-review",
  "waiting-for-customer": "in-review",
  "in-review": "in-work",
  accepted: "in-work",
};

export const moveLabels: Readonly<Record<BoardMove, string>> = {
  start: "Start work",
  deliver: "Deliver",
  reopen: "Back to work",
};
