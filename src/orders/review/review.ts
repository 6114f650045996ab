import type { PaymentAttempt } from "../../payments/attempts/payment-attempt-store.server.ts";
import type { PaymentMessage } from "../../payments/payment-provider.ts";
import type { Order } from "../order.ts";

/** In the order in which the panel offers them. */
export const decisions = ["accept", "link", "refund", "dismiss", "ask-again"] as const;
export type Decision = (typeof decisions)[number];

/** A notification in review with all known facts. */
export interface ReviewFacts {
  readonly id: string;
  readonly provider: string;
  readonly receivedAt: number;
  /** False until the provider confirmed that it sent the notification. */
  readonly isGenuine: boolean;
  readonly rawStatus: string | null;
  readonly transactionId: string | null;
  /** Why it needs review, as a sentence. */
  readonly reason: string;
  /** Its content; null when its provider is no longer configured. */
  readonly message: PaymentMessage | null;
  /** Its raw fields; long values are cut. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The attempt that it names, if any. */
  readonly attempt: PaymentAttempt | null;
  /**
   * The order that it counts for or, when it does not count yet, the order that it names; null for
   * none. When another notification entered its transaction, the order that this one names.
   */
  readonly order: Order | null;
  /**
   * The order for which its transaction, or the payment that it is about, counts; null for none.
   */
  readonly orderWithMoney: Order | null;
  readonly inLedger: InLedger;
  /** Page of the provider where a person refunds it; null when Furrow refunds by a call. */
  readonly refundPage: string | null;
  /** Amount that a decision to refund returns: what is left, or what was requested before. */
  readonly refundableCents: number;
  /** Idempotency key of that refund; it changes only after a refusal. */
  readonly refundKey: string;
  /** Amount taken back of the payment that it names and not returned since. */
  readonly takenBackCents: number;
  /** True when it counted for an order and was fully refunded. */
  readonly isGivenBack: boolean;
}

/**
 * How its transaction is in the ledger: by this notification, by another with the same id, by one
 * of another protocol of the same provider, or not at all. A refund is in the ledger only after its
 * payment, in the payment's protocol.
 */
export type InLedger =
  | "itself"
  | "another"
  | "another-protocol"
  | "its-payment-is-not"
  | "its-payment-is-elsewhere"
  | "no";

export interface Review extends ReviewFacts {
  /** For each decision null, or the reason why it is impossible. */
  readonly refusals: Readonly<Record<Decision, string | null>>;
}
