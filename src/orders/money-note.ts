/** What the payment status of an order leaves out. */
export interface MoneyNote {
  /** What was refunded, without what was taken back. */
  readonly refundedCents: number;
  /** What banks and PayPal took back, and have not returned. */
  readonly takenBackCents: number;
  /** True for an order that only payments which moved no money have paid. */
  readonly isTest: boolean;
}

/** True when nothing is left of an order's payments, because all was taken back. */
export function isTakenBack(note: MoneyNote | undefined): boolean {
  return note !== undefined && note.takenBackCents > 0 && note.refundedCents === 0;
}
