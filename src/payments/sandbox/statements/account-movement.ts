/** Money that came to an account or left it, as the provider books it. */
export interface AccountMovement {
  readonly kind: "payment" | "refund" | "failed-refund" | "reversal" | "won-dispute" | "payout";
  /** The provider's id by which its messages name the movement. */
  readonly id: string;
  /** The payment to which a refund or a dispute belongs; "" for a payment and a payout. */
  readonly paymentId: string;
  /** Negative when the money leaves the account. */
  readonly cents: number;
  /** What the provider keeps of a payment. */
  readonly feeCents: number;
  readonly currency: string;
  readonly at: number;
  readonly orderReference: string;
  readonly attemptId: string;
}

/** The fee of the simulated providers: 2.9 percent and 30 cents, in the currency of the payment. */
export function feeOf(cents: number): number {
  return Math.min(cents, Math.round(cents * 0.029) + 30);
}
