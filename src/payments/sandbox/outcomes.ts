/** What the stand-in can be told to do, so that each way a payment can go can be tried. */
export interface Outcome {
  readonly value: string;
  readonly label: string;
  readonly deliveries: readonly Delivery[];
}

/** Notifications that say the same thing. */
export interface Delivery {
  readonly status: "Completed" | "Pending" | "Denied" | "Refunded";
  /** Sent at once, to see that they have one effect. */
  readonly copies?: number;
  /** Sent so long after the browser is on its way back; 0 for before. */
  readonly delayMs?: number;
  /** What is not as it should be. */
  readonly wrong?: "amount" | "currency" | "receiver" | "transaction";
}

export const outcomes: readonly Outcome[] = [
  { value: "completed", label: "Completed", deliveries: [{ status: "Completed" }] },
  {
    value: "completed-twenty-times",
    label: "Completed, notified twenty times at once",
    deliveries: [{ status: "Completed", copies: 20 }],
  },
  {
    value: "completed-later",
    label: "Completed, confirmed after 5 seconds",
    deliveries: [{ status: "Completed", delayMs: 5000 }],
  },
  {
    value: "pending-then-completed",
    label: "Pending, then completed",
    deliveries: [{ status: "Pending" }, { status: "Completed", delayMs: 2000 }],
  },
  { value: "pending", label: "Pending, and nothing more", deliveries: [{ status: "Pending" }] },
  { value: "denied", label: "Denied", deliveries: [{ status: "Denied" }] },
  {
    value: "wrong-amount",
    label: "Completed, with a wrong amount",
    deliveries: [{ status: "Completed", wrong: "amount" }],
  },
  {
    value: "wrong-currency",
    label: "Completed, in a wrong currency",
    deliveries: [{ status: "Completed", wrong: "currency" }],
  },
  {
    value: "wrong-receiver",
    label: "Completed, to a wrong receiver",
    deliveries: [{ status: "Completed", wrong: "receiver" }],
  },
  {
    value: "reused-transaction",
    label: "Completed, with the transaction id of the payment before",
    deliveries: [{ status: "Completed", wrong: "transaction" }],
  },
  {
    value: "refunded",
    label: "Completed, and refunded after 2 seconds",
    deliveries: [{ status: "Completed" }, { status: "Refunded", delayMs: 2000 }],
  },
  { value: "no-notification", label: "No notification at all", deliveries: [] },
];
