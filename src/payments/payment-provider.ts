import type { PaymentAttempt } from "./attempts/payment-attempt-store.server.ts";
import type { AccountKind, PaymentMode } from "./connection.ts";
import type { ProviderSubscriptions, SubscriptionReport } from "./provider-subscriptions.ts";

/** The form that sends the customer's browser to the provider. */
export interface FormHandOff {
  readonly kind: "form";
  readonly action: string;
  /** Names and values, in the sequence in which the form sends the fields. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

interface RedirectHandOff {
  readonly kind: "redirect";
  readonly url: string;
}

export type HandOff = FormHandOff | RedirectHandOff;

export interface Checkout {
  readonly description: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Address that the provider's page fills in for a receipt. */
  readonly customerEmail: string;
}

export interface StartedCheckout {
  readonly handOff: HandOff;
  /**
   * Ids that the provider returned; null when starting a checkout needs no call, as with Payments
   * Standard.
   */
  readonly known: { readonly reference: string; readonly receiver: string } | null;
}

/**
 * - approved: approved by the customer; no money moves until Furrow captures the payment
 * - renewal-failed: the provider could not charge a cycle of a subscription
 * - subscription-active: the provider charges the subscription at its next renewal
 * - subscription-past-due: a charge failed, and the provider may try it again
 * - subscription-paused: the provider charges nothing until the subscription is resumed
 * - subscription-ended: the provider charges no more; what is paid stays paid
 * - other: has no effect on money
 */
export type MessageKind =
  | "approved"
  | "completed"
  | "pending"
  | "failed"
  | "refunded"
  | "reversed"
  | "reversal-cancelled"
  | "renewal-failed"
  | SubscriptionKind
  | "other";

/** Kinds of messages that report the state of a subscription. */
type SubscriptionKind =
  | "subscription-active"
  | "subscription-past-due"
  | "subscription-paused"
  | "subscription-ended";

/**
 * A notification in the form that all providers share. Its fields are claims until the provider
 * confirms the notification.
 */
export interface PaymentMessage {
  readonly kind: MessageKind;
  /**
   * Status as the provider writes it. Status and transaction id together identify a notification.
   */
  readonly rawStatus: string | null;
  /** Why a payment is pending, as a clause such as "PayPal is reviewing it for risk". */
  readonly pendingReason: string | null;
  readonly transactionId: string | null;
  /** Transaction id of the payment that a refund or reversal takes back. */
  readonly parentTransactionId: string | null;
  readonly attemptId: string | null;
  readonly orderReference: string | null;
  /** Negative when money leaves the shop's account; null without a valid amount. */
  readonly grossCents: number | null;
  readonly currency: string | null;
  /** The provider's id of the checkout, in a notification about an approval. */
  readonly checkoutReference: string | null;
  /**
   * Receivers that the notification names. Null when the provider leaves out the receiver, because
   * only the account of this site at the provider can have received the money.
   */
  readonly receivers: readonly string[] | null;
  /** True when the notification says that no real money moved. */
  readonly testMode: boolean;
  /** Reasons why even a genuine notification needs review, as sentences. */
  readonly faults: readonly string[];
  /**
   * Reason, as a sentence, why an admin must decide about the notification; null when no decision
   * is needed.
   */
  readonly needsDecision: string | null;
  /** Null in a message about a single payment. */
  readonly subscription: SubscriptionReport | null;
  /** Set when the provider has decided what another notification asks an admin. */
  readonly decided: DecidedQuestion | null;
}

export interface DecidedQuestion {
  /** Status of the notification of the same transaction that asks. */
  readonly asked: string;
  readonly by: string;
  /** How it was decided, as a sentence. */
  readonly note: string;
}

export interface ReceivedNotification {
  readonly raw: Uint8Array;
  readonly receivedAt: number;
  /** Only the headers that the provider's `notifications.headers` lists. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Account at which the attempt was started that the notification names; undefined if it names
   * none. Another account's owner could confirm that the other account was paid.
   */
  readonly paymentAccount?: string | null | undefined;
}

interface NotificationEndpoint {
  /** Path on the site's own origin. */
  readonly path: string;
  /** Paths of the provider's other accounts, whose notifications are heard too. */
  readonly otherPaths?: readonly string[];
  readonly mediaType: string;
  /** Headers that `verify` needs, in lower case. */
  readonly headers: readonly string[];
}

/**
 * Calls that follow a customer's approval: a capture with a provider that moves no money before, and
 * with another provider a question for the result.
 */
interface Capturing {
  /** True when a call moves money, so that only an order that awaits a payment is captured. */
  readonly movesMoney: boolean;
  /**
   * Turns the query of a return URL into bytes for `readNotification`. Null when the query does not
   * belong to this attempt.
   */
  readReturn(attempt: PaymentAttempt, query: URLSearchParams): Uint8Array | null;
  /**
   * Captures the approved payment of an attempt, or asks for its result. Repeated calls with one key
   * capture the payment once. Throws when the provider cannot be reached.
   */
  capture(attempt: PaymentAttempt, idempotencyKey: string, signal: AbortSignal): Promise<Captured>;
}

export type Captured =
  /** The provider's response, as bytes for `readNotification`. */
  | { readonly kind: "captured"; readonly raw: Uint8Array }
  /** The provider took no money; `reason` is a sentence. */
  | { readonly kind: "refused"; readonly reason: string };

interface Report {
  /** Bytes for `readNotification`. */
  readonly raw: Uint8Array;
  /** Account that reports it; null for the account of the environment. */
  readonly paymentAccount: string | null;
}

export interface Sweep {
  /** What the provider reported since the time asked for, newest first. */
  readonly reports: readonly Report[];
  /** Milliseconds by which the clock of this machine is ahead of the provider's clock. */
  readonly clockAheadMs: number | null;
}

export interface RefundablePayment {
  readonly transactionId: string;
  readonly currency: string;
  readonly attemptId: string;
  /** Account of the panel that took the payment; by default the account of the environment. */
  readonly paymentAccount?: string | null;
}

/** "card" also takes the wallets of a phone. */
export type WayToPay = "paypal" | "card";

export interface PaymentProvider {
  /** Stored with every payment, so a released name must never change. */
  readonly name: string;
  readonly displayName: string;
  /** How a customer pays there; each way of a site has another. */
  readonly way: WayToPay;
  /**
   * True when payments are simulated. Every page then says that payments are simulated, and
   * notifications about test payments have an effect.
   */
  readonly isTest: boolean;
  /** Account of the panel that new payments go to; null for the account of the environment. */
  readonly paymentAccount: string | null;
  /**
   * Receiver of new payments, if the account decides it. Null when the PayPal address of the site
   * decides.
   */
  readonly receiver: string | null;
  /**
   * Origins to which a hand-off sends the browser. The page's Content-Security-Policy allows these
   * origins in `form-action`.
   */
  readonly formTargets: readonly string[];
  /**
   * Reason, as a sentence, why the provider cannot take payments for this receiver; null when the
   * provider can take payments.
   */
  refusal(receiver: { readonly address: string; readonly isExample: boolean }): string | null;
  /**
   * Calls the provider if its protocol requires a call. Throws "unavailable" when the provider does
   * not start the checkout.
   */
  startCheckout(attempt: PaymentAttempt, checkout: Checkout): Promise<StartedCheckout>;
  /** The smallest amount that the provider takes; omitted without a limit. */
  readonly leastCents?: number;
  /**
   * Closes the checkout of an attempt, so that the customer can no longer pay there. Null when it is
   * closed, and the provider's report as bytes for `readNotification` when the customer had finished
   * the checkout before. Throws when the provider cannot be reached. Omitted for a provider whose
   * checkouts cannot be closed.
   */
  endCheckout?(attempt: PaymentAttempt): Promise<Uint8Array | null>;
  readonly notifications: NotificationEndpoint;
  readNotification(raw: Uint8Array): PaymentMessage;
  /** All fields for display, in the sequence of the notification. */
  notificationFields(raw: Uint8Array): readonly (readonly [name: string, value: string])[];
  /**
   * Asks the provider whether the provider sent exactly these bytes. Throws when the provider
   * cannot be reached or answers neither yes nor no.
   */
  verify(notification: ReceivedNotification, signal: AbortSignal): Promise<"verified" | "invalid">;
  /** Null for a provider that takes the money without a capture and answers no question. */
  readonly capturing: Capturing | null;
  /**
   * Asks for everything that the provider reported since a time, for notifications that were lost on
   * their way. Null for a provider that answers no such question.
   */
  readonly sweep: ((since: number, signal: AbortSignal) => Promise<Sweep>) | null;
  /** Null for a provider that charges no later cycles by itself. */
  readonly subscriptions: ProviderSubscriptions | null;
  /** The provider's page on which an admin refunds by hand; null when `refund` works. */
  refundPage(transactionId: string): string | null;
  /**
   * Refunds once per key, and returns the provider's response as bytes for `readNotification`.
   * Throws "conflict" when the provider refuses the refund or has no call for refunds. Throws
   * "unavailable" when the result is unknown; the caller can then repeat the call with the same
   * key.
   */
  refund(
    payment: RefundablePayment,
    amountCents: number,
    idempotencyKey: string,
  ): Promise<Uint8Array>;
}

/** Names of the providers outside the built-in sandbox. */
export const providerNames: Readonly<Record<AccountKind, Readonly<Record<PaymentMode, string>>>> = {
  stripe: { live: "stripe", test: "stripe-test" },
  paypal: { live: "paypal", test: "paypal-sandbox" },
  "paypal-standard": { live: "paypal-standard", test: "paypal-standard-sandbox" },
};

/**
 * Each family lists the protocols of one PayPal account. The protocols of a family share
 * transaction ids, so several protocols can report one transaction.
 */
export const providerFamilies: readonly (readonly string[])[] = [
  ["paypal", "paypal-standard"],
  ["paypal-sandbox", "paypal-standard-sandbox"],
  ["sandbox", "sandbox-rest"],
];

/** Names of all providers in the family of the given provider. */
export function familyOf(provider: string): readonly string[] {
  return providerFamilies.find((family) => family.includes(provider)) ?? [provider];
}
