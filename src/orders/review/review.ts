import type { PaymentAttempt } from "../../payments/attempts/payment-attempt.ts";
import type { PaymentMessage } from "../../payments/payment-provider.ts";
import type { Order } from "../order.ts";

/** In the order in which they are offered. */
export const decisions = ["accept", "link", "refund", "dismiss", "ask-again"] as const;
export type Decision = (typeof decisions)[number];

/** A provider's message that waits for a person, with everything that is known about it. */
export interface ReviewFacts {
  readonly id: string;
  readonly provider: string;
  readonly receivedAt: number;
  /** False while the provider never said that it sent this. */
  readonly isGenuine: boolean;
  readonly rawStatus: string | null;
  readonly transactionId: string | null;
  /** Why it is for review, as a sentence. */
  readonly reason: string;
  /** What it says; null when it came from a provider that is not set up any more. */
  readonly message: PaymentMessage | null;
  /** Everything that it says, as it says it; long values are cut. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** What was handed off, if it names that. */
  readonly attempt: PaymentAttempt | null;
  /**
   * The order that it counts for already, or else names; null when there is none. Of a transaction
   * that another message has brought, the order that this one names.
   */
  readonly order: Order | null;
  /** The order that its transaction, or the payment that it is about, counts for; null for none. */
  readonly orderWithMoney: Order | null;
  readonly inLedger: InLedger;
  /** Where at the provider a person refunds it; null where a call does. */
  readonly refundPage: string | null;
  /** What a decision to refund it gives back: what is left of it, or what it has asked for before. */
  readonly refundableCents: number;
  /** The idempotency key of that refund: another one after a refusal only. */
  readonly refundKey: string;
  /** What was taken back of the payment that it names, and has not come back since. */
  readonly takenBackCents: number;
  /** Whether it counted for an order, and all of it went back since. */
  readonly isGivenBack: boolean;
}

/**
 * Whether its transaction counts for an order: by this message, by another with the same id, by one
 * that came in another protocol of the same provider, or not. A refund cannot count without its
 * payment in the ledger, and counts in the protocol that told of that.
 */
export type InLedger =
  | "itself"
  | "another"
  | "another-protocol"
  | "its-payment-is-not"
  | "its-payment-is-elsewhere"
  | "no";

export interface Review extends ReviewFacts {
  /** Why a decision cannot be made, as a sentence; null for each that can. */
  readonly refusals: Readonly<Record<Decision, string | null>>;
}
