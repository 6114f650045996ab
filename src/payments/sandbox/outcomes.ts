import type { VerificationFault } from "./verification-fault.ts";

/** A simulated result of a payment, which the customer chooses on the checkout page. */
export interface Outcome {
  readonly value: string;
  readonly label: string;
  readonly deliveries: readonly Delivery[];
  /** True when the customer does not return to the shop, as if the customer closed the window. */
  readonly staysAway?: true;
}

/** A notification to send; `status` is a `payment_status` of Payments Standard. */
export interface Delivery {
  readonly status:
    | "Completed"
    | "Pending"
    | "Denied"
    | "Refunded"
    | "Reversed"
    | "Canceled_Reversal";
  /** Number of copies sent at once, to test that the shop applies the notification once. */
  readonly copies?: number;
  /**
   * Time to wait before the notification is sent; undefined for a notification that is sent before
   * the browser returns.
   */
  readonly delayMs?: number;
  /** True for a notification that never arrives; the provider reports it when it is asked. */
  readonly isLost?: true;
  /** The field that gets a wrong value. */
  readonly wrong?: "amount" | "currency" | "receiver" | "transaction";
  /** True when the notification reports half of the amount. */
  readonly isPartial?: true;
  /** Set for a refund that the shop requested. */
  readonly refund?: { readonly id: string; readonly cents: number };
  /** How the verification of this notification fails. */
  readonly verification?: VerificationFault;
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
    value: "completed-window-closed",
    label: "Completed, and the customer never comes back",
    deliveries: [{ status: "Completed" }],
    staysAway: true,
  },
  {
    value: "pending-then-completed",
    label: "Pending, then completed",
    deliveries: [{ status: "Pending" }, { status: "Completed", delayMs: 2000 }],
  },
  { value: "pending", label: "Pending, and nothing more", deliveries: [{ status: "Pending" }] },
  {
    value: "out-of-order",
    label: "A partial refund, then completed, then pending",
    deliveries: [
      { status: "Refunded", isPartial: true },
      { status: "Completed" },
      { status: "Pending" },
    ],
  },
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
  {
    value: "partly-refunded",
    label: "Completed, and half refunded after 2 seconds",
    deliveries: [{ status: "Completed" }, { status: "Refunded", isPartial: true, delayMs: 2000 }],
  },
  {
    value: "reversed",
    label: "Completed, and reversed after 2 seconds",
    deliveries: [{ status: "Completed" }, { status: "Reversed", delayMs: 2000 }],
  },
  {
    value: "reversal-cancelled",
    label: "Completed, reversed after 2 seconds, and decided for the shop after 4",
    deliveries: [
      { status: "Completed" },
      { status: "Reversed", delayMs: 2000 },
      { status: "Canceled_Reversal", delayMs: 4000 },
    ],
  },
  {
    value: "verification-invalid",
    label: "Completed, but its verification says that it is a forgery",
    deliveries: [{ status: "Completed", verification: "invalid" }],
  },
  {
    value: "verification-garbage",
    label: "Completed, but its verification answers garbage for 3 seconds",
    deliveries: [{ status: "Completed", verification: "garbage" }],
  },
  {
    value: "verification-redirect",
    label: "Completed, but its verification redirects for 3 seconds",
    deliveries: [{ status: "Completed", verification: "redirect" }],
  },
  {
    value: "verification-error",
    label: "Completed, but its verification answers 500 for 3 seconds",
    deliveries: [{ status: "Completed", verification: "error" }],
  },
  {
    value: "verification-silent",
    label: "Completed, but its first verification says nothing for a minute",
    deliveries: [{ status: "Completed", verification: "silence" }],
  },
  { value: "no-notification", label: "No notification at all", deliveries: [] },
];

export function outcomeNamed(value: string | null): Outcome | undefined {
  return outcomes.find((outcome) => outcome.value === value);
}
