import type { PaymentAttempt } from "./attempts/payment-attempt-store.server.ts";

/** The form that sends the customer's browser to the provider. */
export interface FormHandOff {
  readonly kind: "form";
  /** Action URL of the form. */
  readonly action: string;
  /** Names and values, in the order in which they are sent. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

interface RedirectHandOff {
  readonly kind: "redirect";
  readonly url: string;
}

export type HandOff = FormHandOff | RedirectHandOff;

/** Data of a checkout for the provider, with return URLs. */
export interface Checkout {
  readonly description: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

export interface StartedCheckout {
  readonly handOff: HandOff;
  /** The provider's ids of checkout and receiver; null when no call was made. */
  readonly known: { readonly reference: string; readonly receiver: string } | null;
}

/**
 * - approved: the customer has agreed, and no money moves before we capture it
 * - other: irrelevant for money
 */
export type MessageKind =
  | "approved"
  | "completed"
  | "pending"
  | "failed"
  | "refunded"
  | "reversed"
  | "reversal-cancelled"
  | "other";

/** A notification in the common form of all providers. Nothing in it is proof. */
export interface PaymentMessage {
  readonly kind: MessageKind;
  /**
   * Status in the provider's words; together with the transaction id it identifies a notification.
   */
  readonly rawStatus: string | null;
  /** Reason why a payment is pending, as a sentence. */
  readonly pendingReason: string | null;
  readonly transactionId: string | null;
  /** Transaction id of the payment that a refund or reversal takes back. */
  readonly parentTransactionId: string | null;
  /** Id of the attempt that the notification names, if any. */
  readonly attemptId: string | null;
  readonly orderReference: string | null;
  /** Negative for money taken back; null when missing or not an amount. */
  readonly grossCents: number | null;
  readonly currency: string | null;
  /** The provider's id of a checkout that is approved. */
  readonly checkoutReference: string | null;
  /**
   * Receivers that the notification names; null when our credentials alone determine the receiver.
   */
  readonly receivers: readonly string[] | null;
  /** True when the notification says that no real money moved. */
  readonly testMode: boolean;
  /**
   * Reasons why the notification is unreliable even if it is genuine; empty when it is reliable.
   */
  readonly faults: readonly string[];
  /** Reason why it needs a decision, as a sentence; null when it needs none. */
  readonly needsDecision: string | null;
}

/** A notification as it was stored. */
export interface ReceivedNotification {
  readonly raw: Uint8Array;
  /** The headers listed in the provider's `notifications.headers`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The endpoint to which a provider sends notifications, and the headers that they need. */
interface NotificationEndpoint {
  /** On the site's own origin. */
  readonly path: string;
  readonly mediaType: string;
  /** Headers that `verify` needs, in lower case. */
  readonly headers: readonly string[];
}

/** For providers whose approved payments must be captured. */
export interface Capturing {
  /**
   * The customer's return as bytes for `readNotification`; null when the query is not from this
   * provider.
   */
  readReturn(attempt: PaymentAttempt, query: URLSearchParams): Uint8Array | null;
  /**
   * Captures the approved payment, once for any number of calls. Throws when the provider cannot be
   * reached.
   */
  capture(
    checkoutReference: string,
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<Captured>;
}

export type Captured =
  /** The provider's response, as bytes for `readNotification`. */
  | { readonly kind: "captured"; readonly raw: Uint8Array }
  /** No money was taken, with the reason as a sentence. */
  | { readonly kind: "refused"; readonly reason: string };

/** Data of a payment for its refund. */
export interface RefundablePayment {
  readonly transactionId: string;
  readonly currency: string;
  readonly attemptId: string;
}

export interface PaymentProvider {
  /** Stored with every payment. Never changes once released. */
  readonly name: string;
  /** Name for customers. */
  readonly displayName: string;
  /**
   * True when payments are simulated: every page then says so, and notifications about test
   * payments have an effect.
   */
  readonly isTest: boolean;
  /** Origins at which a hand-off ends, for the Content-Security-Policy's form-action. */
  readonly formTargets: readonly string[];
  /** Reason why it cannot take payments for this receiver, as a sentence; null when it can. */
  refusal(receiver: { readonly address: string; readonly isExample: boolean }): string | null;
  /** May call the provider. Throws "unavailable" when the customer should try again later. */
  startCheckout(attempt: PaymentAttempt, checkout: Checkout): Promise<StartedCheckout>;
  readonly notifications: NotificationEndpoint;
  readNotification(raw: Uint8Array): PaymentMessage;
  /** All fields of a notification in their order, for display. */
  notificationFields(raw: Uint8Array): readonly (readonly [name: string, value: string])[];
  /**
   * Verifies with the provider that it sent exactly these bytes. Throws when the provider cannot be
   * reached or answers anything but yes or no.
   */
  verify(notification: ReceivedNotification, signal: AbortSignal): Promise<"verified" | "invalid">;
  /** Null when approved payments need no capture. */
  readonly capturing: Capturing | null;
  /** Page of the provider for a refund by hand; null when `refund` works. */
  refundPage(transactionId: string): string | null;
  /**
   * Refunds once per key, and returns bytes for `readNotification`. Throws "conflict" when the
   * provider refuses or has no such call, and "unavailable" when the result is unknown; call again
   * with the same key.
   */
  refund(
    payment: RefundablePayment,
    amountCents: number,
    idempotencyKey: string,
  ): Promise<Uint8Array>;
}

/**
 * Providers that are protocols of one account at one company: each knows a transaction by the same
 * id, and several may report it.
 */
export const providerFamilies: readonly (readonly string[])[] = [
  ["paypal", "paypal-standard"],
  ["paypal-sandbox", "paypal-standard-sandbox"],
  ["sandbox", "sandbox-rest"],
];

/** Names of the providers that know the same transactions, including this one. */
export function familyOf(provider: string): readonly string[] {
  return providerFamilies.find((family) => family.includes(provider)) ?? [provider];
}
