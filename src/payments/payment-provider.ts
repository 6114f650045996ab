import type { PaymentAttempt } from "./payment-attempt.ts";

/** How the customer's browser is sent to the provider. */
export interface FormHandOff {
  readonly kind: "form";
  /** Where the form posts to. */
  readonly action: string;
  /** Names and values, in the order in which they are sent. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Other providers will hand off in other ways: look at `kind`. */
export type HandOff = FormHandOff;

/** What the provider shows to the customer, and where it sends them back to. */
export interface Checkout {
  readonly description: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

export type MessageKind =
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
  /** Every address that the message names as the receiver. */
  readonly receivers: readonly string[];
  /** The message says of itself that no real money moved. */
  readonly testMode: boolean;
  /** Why the message cannot be relied on although it may be genuine; empty when it can. */
  readonly faults: readonly string[];
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
  /** Origins that the hand-off form posts to, for the Content-Security-Policy's form-action. */
  readonly formTargets: readonly string[];
  /** Why it will not take a payment for this receiver, as a sentence; null when it will. */
  refusal(receiver: { readonly address: string; readonly isExample: boolean }): string | null;
  startCheckout(attempt: PaymentAttempt, checkout: Checkout): Promise<HandOff>;
  readNotification(raw: Uint8Array): PaymentMessage;
  /** Everything that a notification says, in its order, for whoever looks at it. */
  notificationFields(raw: Uint8Array): readonly (readonly [name: string, value: string])[];
  /**
   * Asks the provider whether it sent exactly these bytes. Throws when it cannot be reached or
   * answers anything but yes or no.
   */
  verify(raw: Uint8Array, signal: AbortSignal): Promise<"verified" | "invalid">;
}
