import type { RepeatedInterval } from "#content/model/plan-interval.ts";
import type { PaymentStatus } from "#orders/order.ts";
import type { Period } from "./cycle-dates.ts";

/** Copy of the plan that a subscription charges for, so that editing the plan changes nothing. */
export interface SubscribedPlan {
  readonly packageId: string;
  readonly packageName: string;
  readonly priceCents: number;
  readonly charged: RepeatedInterval;
  /** Paid cycles before the customer can end the subscription; 0 for none. */
  readonly minimumCycles: number;
  readonly workingDays: number;
  readonly includedRounds: number;
  readonly refundDays: number;
  /** The promised points, which each cycle's order copies. */
  readonly points: readonly string[];
}

export interface Subscription extends SubscribedPlan {
  readonly id: string;
  /** The number of its first order. */
  readonly number: number;
  readonly companyId: string;
  /** The person who subscribed. */
  readonly accountId: string;
  readonly currency: string;
  /** Day of the month on which periods start; see `Rhythm`. */
  readonly anchorDay: number;
  /** The provider that charges each cycle by itself; null while the customer pays by hand. */
  readonly provider: string | null;
  /** The provider's id of the subscription. */
  readonly providerReference: string | null;
  readonly createdAt: number;
  /** When the first cycle was paid; null before. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** One period of a subscription with its order. */
export interface Cycle extends Period {
  readonly subscriptionId: string;
  /** Counts from 1. */
  readonly number: number;
  readonly orderId: string;
  readonly orderNumber: number;
  readonly priceCents: number;
  readonly madeAt: number;
  /** When the period begins: an unpaid order is overdue from then on. */
  readonly dueAt: number;
  /** When the grace for an overdue order ends, and the clocks of the subscription stand still. */
  readonly suspendsAt: number;
  readonly paymentStatus: PaymentStatus;
  readonly paidAt: number | null;
  /** The day of `paidAt` in the site's time zone. */
  readonly paidDay: string | null;
  /** When a pause or the end of the subscription took the unpaid order back. */
  readonly withdrawnAt: number | null;
  /** True while the provider has taken back the payment, as in a chargeback. */
  readonly isTakenBack: boolean;
}

/**
 * - pause-asked: no period starts from `day` on; `untilDay` null: until the customer resumes
 * - resume-asked: periods start again from `day` on
 * - cancel-asked: the subscription ends before `day`
 * - cancel-withdrawn: the subscription goes on
 * - plan-asked: the periods from `day` on are those of `plan`
 * - plan-withdrawn: the plan stays as it is
 * - price-offered: the periods from `day` on cost `priceCents`; like "plan-asked" with the reason
 *   "consent", if the customer agrees
 * - price-agreed, price-declined: the answer to the last change
 * - plan-changed: the row has the plan or price of an earlier event
 * - change-told: the provider was asked for the change of the event `reason`
 * - provider-…: state that a verified message of the provider reported; `at` is the provider's time
 * - dispute-settled: the owner lets the subscription go on after a payment was taken back
 * - dispute-began, dispute-ended: the work and the charges stood still, and go on from `day`
 * - lapsed: nobody paid the first order in time; a payment that arrives later starts the subscription
 * - ended: the subscription has ended for good; `reason` says why
 */
const subscriptionEventKinds = [
  "pause-asked",
  "resume-asked",
  "cancel-asked",
  "cancel-withdrawn",
  "plan-asked",
  "plan-withdrawn",
  "price-offered",
  "price-agreed",
  "price-declined",
  "plan-changed",
  "change-told",
  "provider-active",
  "provider-past-due",
  "provider-paused",
  "provider-ended",
  "dispute-settled",
  "dispute-began",
  "dispute-ended",
  "lapsed",
  "ended",
] as const;
export type SubscriptionEventKind = (typeof subscriptionEventKinds)[number];

/** Append-only. The state of a subscription is derived from its events and cycles. */
export interface SubscriptionEvent {
  readonly id: string;
  readonly kind: SubscriptionEventKind;
  readonly at: number;
  /** "customer", the provider's name, "system" or the email address of an admin. */
  readonly author: string;
  readonly day: string | null;
  readonly untilDay: string | null;
  readonly priceCents: number | null;
  readonly plan: SubscribedPlan | null;
  readonly reason: string | null;
}

/**
 * - awaiting-approval: nothing was paid yet
 * - past-due: a period has begun unpaid, and the work goes on for the days of grace
 * - suspended: the grace is over or a payment was taken back, so the clocks stand still
 */
export const subscriptionStates = [
  "awaiting-approval",
  "active",
  "past-due",
  "suspended",
  "paused",
  "ended",
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];
