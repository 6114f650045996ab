import type { Order } from "#orders/order.ts";
import type { PaymentAttempt } from "#payments/attempts/payment-attempt-store.server.ts";
import type { PaymentMessage } from "#payments/payment-provider.ts";

/** Decisions in the sequence of their buttons in the panel. */
export const decisions = ["accept", "link", "refund", "dismiss", "ask-again"] as const;
export type Decision = (typeof decisions)[number];

export interface ReviewFacts {
  readonly id: string;
  readonly provider: string;
  readonly receivedAt: number;
  /** False until the provider has confirmed that it sent the notification. */
  readonly isGenuine: boolean;
  readonly rawStatus: string | null;
  readonly transactionId: string | null;
  /** Why the notification needs review, as a sentence. */
  readonly reason: string;
  /** Null when the provider is no longer configured. */
  readonly message: PaymentMessage | null;
  /** Raw fields of the notification; long values are cut. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly attempt: PaymentAttempt | null;
  /**
   * Normally `orderWithMoney`; if that is null, the order that the notification names. If another
   * notification applied the same transaction, the named order comes first. Null for no order.
   */
  readonly order: Order | null;
  /**
   * The order whose ledger has the transaction or, for a refund or reversal, its payment; null if
   * there is no such order.
   */
  readonly orderWithMoney: Order | null;
  readonly inLedger: InLedger;
  /**
   * The provider's page where a person makes the refund; null when Furrow refunds by an API call.
   */
  readonly refundPage: string | null;
  /**
   * Amount that the decision to refund returns: the rest of the payment, or the amount of an
   * earlier refund request.
   */
  readonly refundableCents: number;
  /**
   * Idempotency key of the refund. The key changes only after the provider has refused a refund.
   */
  readonly refundKey: string;
  /** Amount of the payment that the provider took back and has not returned. */
  readonly takenBackCents: number;
  /** True when the payment was applied to an order and has been fully returned. */
  readonly isGivenBack: boolean;
}

/**
 * How the ledger contains the transaction of a notification:
 * - itself: this notification applied the transaction
 * - another: another notification applied the transaction
 * - another-protocol: a notification in the provider's other protocol applied the transaction
 * - its-payment-is-not: a refund or reversal whose payment is not in the ledger
 * - its-payment-is-elsewhere: a refund or reversal whose payment came in the other protocol
 * - no: the transaction is not in the ledger, and none of the above is true
 */
export type InLedger =
  | "itself"
  | "another"
  | "another-protocol"
  | "its-payment-is-not"
  | "its-payment-is-elsewhere"
  | "no";

export interface Review extends ReviewFacts {
  /** Reason why each decision is impossible; null for a possible decision. */
  readonly refusals: Readonly<Record<Decision, string | null>>;
}
