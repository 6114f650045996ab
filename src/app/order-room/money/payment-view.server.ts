import type { PaymentOfOrder, WayBack } from "#money/receipts/payments-of-order.ts";
import { newId } from "#platform/ids.ts";
import { amountFromCents, dollarsFromCents } from "#platform/money.ts";
import { type DateReader, fullDateOf, longDateOf } from "#platform/time/dates.ts";

export interface PaymentView {
  readonly transactionId: string;
  /** Identifier with its kind, such as "transaction 5XY…" or "reference 4711". */
  readonly knownBy: string;
  readonly paid: string;
  readonly date: string;
  readonly left: string;
  readonly leftCents: number;
  /** The refundable amount as the amount field shows it; "0.00" if nothing is left. */
  readonly leftAmount: string;
  readonly wayBack: WayBack;
  readonly key: string;
  readonly requests: readonly RefundView[];
}

export interface RefundView {
  readonly id: string;
  readonly dollars: string;
  readonly amount: string;
  readonly state: PaymentOfOrder["requests"][number]["state"];
  readonly reason: string;
  /** True when the worker has given up the refund; an admin can then try it again. */
  readonly isResting: boolean;
  /**
   * Last day on which an admin can safely repeat the request: until then, the provider recognizes
   * the request and refunds only once.
   */
  readonly safeUntil: string;
}

export function paymentView(payment: PaymentOfOrder, reader: DateReader): PaymentView {
  const { transactionId, reference, paidCents, leftCents, at, wayBack, requests } = payment;
  const dated = reference === null ? fullDateOf : longDateOf;
  return {
    transactionId,
    knownBy: reference === null ? `transaction ${transactionId}` : `reference ${reference}`,
    paid: dollarsFromCents(paidCents),
    date: dated(at, reader),
    left: dollarsFromCents(leftCents),
    leftCents,
    leftAmount: amountFromCents(leftCents),
    wayBack,
    key: newId(),
    requests: requests.map(({ id, amountCents, state, reason, isResting, safeUntil }) => ({
      id,
      dollars: dollarsFromCents(amountCents),
      amount: amountFromCents(amountCents),
      state,
      reason: reason ?? "",
      isResting,
      safeUntil: longDateOf(safeUntil, reader),
    })),
  };
}
