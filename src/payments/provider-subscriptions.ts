import type { CyclePrices } from "#platform/cycle-prices.ts";
import type { PaymentAttempt } from "./attempts/payment-attempt-store.server.ts";
import type { Checkout, PaymentProvider, StartedCheckout, Sweep } from "./payment-provider.ts";

/** Length of a cycle of a subscription; the provider charges once for each cycle. */
type SubscriptionInterval = "monthly" | "quarterly" | "yearly";

/** What the provider charges for each cycle. */
export interface SubscriptionTerms extends CyclePrices {
  readonly planName: string;
  readonly interval: SubscriptionInterval;
  /** ISO 4217, such as "USD". */
  readonly currency: string;
}

/**
 * Part of a `PaymentMessage` about a subscription. `PaymentMessage.attemptId` then names the attempt
 * with which the customer subscribed, in messages about all cycles, if the provider repeats it.
 */
export interface SubscriptionReport {
  /** The provider's id of the subscription. */
  readonly reference: string;
  /**
   * Time of the report at the provider. Reports arrive in any order, so the state is the one with
   * the latest time. For a payment, the time of the payment.
   */
  readonly at: number;
  /**
   * Period that a payment or a failed charge is for. Null in reports about the state, and with
   * PayPal, which names no periods: the payment is then for the period in which `at` lies, give or
   * take a day, because PayPal repeats a failed charge within days.
   */
  readonly period: { readonly start: number; readonly end: number } | null;
  /**
   * True when the provider charges no more after the period that is paid; null if the report does
   * not say.
   */
  readonly endsWithPeriod: boolean | null;
  /** When the provider next charges, or tries a failed charge again; null if it does not say. */
  readonly nextChargeAt: number | null;
  /** Price of later cycles at the provider; null if the report does not say. */
  readonly priceCents: number | null;
}

type PriceChange =
  /** The provider's response, as bytes for `readNotification`. */
  | { readonly kind: "changed"; readonly raw: Uint8Array }
  /** The change counts when the customer has consented on the provider's page. */
  | { readonly kind: "awaits-consent"; readonly url: string };

/**
 * Subscriptions that the provider charges by itself. Calls that change a subscription return the
 * provider's description of the subscription, as bytes for `readNotification`. They throw
 * "conflict" when the provider refuses, and "unavailable" when the result is unknown; the caller
 * can then repeat the call with the same key. A call for a state that the subscription is already
 * in succeeds.
 */
export interface ProviderSubscriptions {
  /**
   * False while the keys lack a right for subscriptions: nobody can subscribe, so customers pay each
   * cycle by a link.
   */
  readonly canStart: boolean;
  /** False for prices that the provider cannot charge by itself, such as too many different ones. */
  canCharge(prices: CyclePrices): boolean;
  /**
   * Starts a checkout on whose page the customer pays the first cycle and agrees to the later ones.
   * The attempt is the one of the first cycle. Repeated calls for one attempt start one
   * subscription. Throws "unavailable" when the provider does not start the checkout.
   */
  start(
    attempt: PaymentAttempt,
    checkout: Checkout,
    terms: SubscriptionTerms,
  ): Promise<StartedCheckout>;
  /** The provider charges nothing until `resume`. Periods that begin meanwhile are never charged. */
  pause(reference: string, idempotencyKey: string): Promise<Uint8Array>;
  /**
   * The provider charges again from the next period on. A provider that counts reductions in months,
   * also in those of a pause, takes the reductions of `terms`, which count from the next period on.
   */
  resume(reference: string, idempotencyKey: string, terms?: SubscriptionTerms): Promise<Uint8Array>;
  /**
   * The provider charges no more. "period-end" keeps the subscription until the end of the paid
   * period at a provider whose `keepsCancelled` is true, and otherwise ends it now; nothing of the
   * paid period is refunded in either case.
   */
  cancel(
    reference: string,
    when: "period-end" | "now",
    idempotencyKey: string,
  ): Promise<Uint8Array>;
  /** True when `keep` can take back a cancellation for the end of the period. */
  readonly keepsCancelled: boolean;
  /** Takes back `cancel(…, "period-end")`. Throws "conflict" when `keepsCancelled` is false. */
  keep(reference: string, idempotencyKey: string): Promise<Uint8Array>;
  /**
   * Charges another price, or for another plan, from the next cycle on. The interval stays: another
   * interval is another subscription. The reductions of `terms` count from the next cycle on and
   * replace those that the subscription has; without the field, these stay. `pages` receive the
   * customer after a consent.
   */
  changeTerms(
    reference: string,
    terms: SubscriptionTerms,
    pages: Pick<Checkout, "returnUrl" | "cancelUrl">,
    idempotencyKey: string,
  ): Promise<PriceChange>;
  /**
   * The provider's page on which the customer changes the card or account that is charged. Throws
   * "unavailable" when the provider does not answer.
   */
  paymentMethodPage(reference: string, returnUrl: string): Promise<string>;
  /**
   * Tells the provider that its open charges, up to the one of the period that contains `until`,
   * were paid in another way, so that it charges them no more. Returns false when the provider has
   * no open charge.
   */
  settleElsewhere(reference: string, until: number, idempotencyKey: string): Promise<boolean>;
  /** The provider's page on which an owner sees the subscription. */
  ownerPage(reference: string): string;
  /**
   * Asks for all payments, failures and refunds of these subscriptions since a time, and for their
   * present states, for reports that were lost long ago. Makes a call or two for each subscription,
   * so the caller asks for some dozens at once.
   */
  sweep(references: readonly string[], since: number, signal: AbortSignal): Promise<Sweep>;
}

/** Whether a customer who pays the first cycle now is charged for the later ones by the provider. */
export function chargesByItself(
  { subscriptions }: Pick<PaymentProvider, "subscriptions">,
  prices: CyclePrices,
): boolean {
  return subscriptions?.canStart === true && subscriptions.canCharge(prices);
}
