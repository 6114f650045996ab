import type { PaymentAttempt } from "./attempts/payment-attempt.ts";

/** How the customer's browser is sent to the provider. */
export interface FormHandOff {
  readonly kind: "form";
  /** Where the form posts to. */
  readonly action: string;
  /** Names and values, in the order in which they are sent. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface RedirectHandOff {
  readonly kind: "redirect";
  readonly url: string;
}

export type HandOff = FormHandOff | RedirectHandOff;

/** What the provider shows to the customer, and where it sends them back to. */
export interface Checkout {
  readonly description: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

export interface StartedCheckout {
  readonly handOff: HandOff;
  /** What the provider itself calls this checkout and its receiver; null when it was not asked. */
  readonly known: { readonly reference: string; readonly receiver: string } | null;
}

/**
 * - approved: the customer has agreed, and nothing moves before we capture it
 * - other: of no consequence for money
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

/** A provider's notification in words that all providers share. Nothing in it is proof. */
export interface PaymentMessage {
  readonly kind: MessageKind;
  /** The provider's own word for the status; with the transaction id it names a message. */
  readonly rawStatus: string | null;
  /** Why a pending payment is not complete yet, as a sentence for people. */
  readonly pendingReason: string | null;
  readonly transactionId: string | null;
  /** Of the payment that a refund or a reversal takes back. */
  readonly parentTransactionId: string | null;
  /** The attempt that was handed off, if the message names one. */
  readonly attemptId: string | null;
  readonly orderReference: string | null;
  /** Negative for money taken back; null when missing or not an amount. */
  readonly grossCents: number | null;
  readonly currency: string | null;
  /** The provider's id of a checkout that is approved. */
  readonly checkoutReference: string | null;
  /** Everyone whom the message names as the receiver; null when our credentials alone decide it. */
  readonly receivers: readonly string[] | null;
  /** The message says of itself that no real money moved. */
  readonly testMode: boolean;
  /** Why the message cannot be relied on although it may be genuine; empty when it can. */
  readonly faults: readonly string[];
  /** Why only a person can say whether it counts, as a sentence; null when that follows from it. */
  readonly needsDecision: string | null;
}

/** A notification as it was kept. */
export interface KeptNotification {
  readonly raw: Uint8Array;
  /** Those of the provider's `notifications.headers` that it came with. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Where and how a provider reports. */
export interface NotificationDoor {
  /** On the site's own origin. */
  readonly path: string;
  readonly mediaType: string;
  /** Headers that `verify` needs, in lower case. */
  readonly headers: readonly string[];
}

/** For a provider with which an approved payment moves only when we ask for it. */
export interface Capturing {
  /** What the customer's return says, as bytes for `readNotification`; null when it is not theirs. */
  readReturn(attempt: PaymentAttempt, query: URLSearchParams): Uint8Array | null;
  /**
   * Takes the approved money, once however often it is asked. Throws when the provider cannot be
   * reached.
   */
  capture(
    checkoutReference: string,
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<Captured>;
}

export type Captured =
  /** The provider's answer, as bytes for `readNotification`. */
  | { readonly kind: "captured"; readonly raw: Uint8Array }
  /** Nothing was taken, with the reason as a sentence. */
  | { readonly kind: "refused"; readonly reason: string };

/** A payment as a refund needs to know it. */
export interface RefundablePayment {
  readonly transactionId: string;
  readonly currency: string;
  readonly attemptId: string;
}

export interface PaymentProvider {
  /** Stored with every payment. Never changes once released. */
  readonly name: string;
  /** What customers call it. */
  readonly displayName: string;
  /** Nobody pays real money: every page says so. */
  readonly isTest: boolean;
  /** Whether a message about a payment without real money may have an effect. */
  readonly acceptsTestMessages: boolean;
  /** Origins at which a hand-off ends, for the Content-Security-Policy's form-action. */
  readonly formTargets: readonly string[];
  /** Why it will not take a payment for this receiver, as a sentence; null when it will. */
  refusal(receiver: { readonly address: string; readonly isExample: boolean }): string | null;
  /** May ask the provider. Throws "unavailable" when the customer should try again later. */
  startCheckout(attempt: PaymentAttempt, checkout: Checkout): Promise<StartedCheckout>;
  readonly notifications: NotificationDoor;
  readNotification(raw: Uint8Array): PaymentMessage;
  /** Everything that a notification says, in its order, for whoever looks at it. */
  notificationFields(raw: Uint8Array): readonly (readonly [name: string, value: string])[];
  /**
   * Asks the provider whether it sent exactly these bytes. Throws when it cannot be reached or
   * answers anything but yes or no.
   */
  verify(notification: KeptNotification, signal: AbortSignal): Promise<"verified" | "invalid">;
  /** Null where an approved payment needs nothing more. */
  readonly capturing: Capturing | null;
  /** Where at the provider a person refunds a payment; null when `refund` does it. */
  refundPage(transactionId: string): string | null;
  /**
   * Gives money back, once for one key, and answers with bytes for `readNotification`. Throws
   * "conflict" when the provider refuses or has no such call, and "unavailable" when nobody knows
   * what became of it: ask again with the same key.
   */
  refund(
    payment: RefundablePayment,
    amountCents: number,
    idempotencyKey: string,
  ): Promise<Uint8Array>;
}
