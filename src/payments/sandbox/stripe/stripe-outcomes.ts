import { type Delivery, type Outcome, outcomes } from "../outcomes.ts";

/** An event to send. Stripe reports more than PayPal's `payment_status` can say. */
export type StripeDelivery = Omit<Delivery, "status"> & {
  readonly status:
    | Delivery["status"]
    | "Expired"
    | "Refund_Failed"
    | "Dispute_Opened"
    | "Dispute_Won"
    | "Dispute_Lost";
};

export type StripeOutcome = Omit<Outcome, "deliveries"> & {
  readonly deliveries: readonly StripeDelivery[];
};

/** What can happen to a payment at Stripe only. */
const ownOutcomes: readonly StripeOutcome[] = [
  {
    value: "slow-failed",
    label: "A bank debit, which fails after 3 seconds",
    deliveries: [{ status: "Pending" }, { status: "Denied", delayMs: 3000 }],
  },
  {
    value: "expired",
    label: "The checkout expires before the payment",
    deliveries: [{ status: "Expired" }],
    staysAway: true,
  },
  {
    value: "lost",
    label: "Completed, the event is lost, and the customer never comes back",
    deliveries: [{ status: "Completed", isLost: true }],
    staysAway: true,
  },
  {
    value: "refund-failed",
    label: "Completed, refunded after 2 seconds, and the refund fails after 4",
    deliveries: [
      { status: "Completed" },
      { status: "Refunded", delayMs: 2000 },
      { status: "Refund_Failed", delayMs: 4000 },
    ],
  },
  {
    value: "refund-failed-first",
    label: "Completed, and a refund whose failure is reported before the refund",
    deliveries: [
      { status: "Completed" },
      { status: "Refund_Failed", delayMs: 2000 },
      { status: "Refunded", delayMs: 4000 },
    ],
  },
  {
    value: "dispute-won",
    label: "Completed, disputed after 2 seconds, and decided for the shop after 4",
    deliveries: [
      { status: "Completed" },
      { status: "Dispute_Opened", delayMs: 2000 },
      { status: "Reversed", delayMs: 2000 },
      { status: "Canceled_Reversal", delayMs: 4000 },
      { status: "Dispute_Won", delayMs: 4000 },
    ],
  },
  {
    value: "dispute-lost",
    label: "Completed, disputed after 2 seconds, and decided against the shop after 4",
    deliveries: [
      { status: "Completed" },
      { status: "Dispute_Opened", delayMs: 2000 },
      { status: "Reversed", delayMs: 2000 },
      { status: "Dispute_Lost", delayMs: 4000 },
    ],
  },
];

export const stripeOutcomes: readonly StripeOutcome[] = [...outcomes, ...ownOutcomes];

/** What can happen when a customer subscribes. */
const subscribing = [
  "completed",
  "completed-twenty-times",
  "completed-window-closed",
  "lost",
  "no-notification",
  "expired",
];
export const subscribingOutcomes = stripeOutcomes.filter(({ value }) =>
  subscribing.includes(value),
);

export function stripeOutcomeNamed(value: string | null): StripeOutcome | undefined {
  return stripeOutcomes.find((outcome) => outcome.value === value);
}
