import { amountFromCents } from "../../platform/money.ts";
import { isoTime } from "../../platform/time/dates.ts";
import type { ResolvedReview } from "./resolve-review.ts";
import type { Review } from "./review.ts";

/** A review as REST answers it. */
export function toRestReview(review: Review) {
  const { message, attempt, order } = review;
  return {
    _id: review.id,
    provider: review.provider,
    receivedAt: isoTime(review.receivedAt),
    reason: review.reason,
    isGenuine: review.isGenuine,
    status: review.rawStatus,
    transactionId: review.transactionId,
    parentTransactionId: message?.parentTransactionId ?? null,
    amount: message?.grossCents == null ? null : amountFromCents(message.grossCents),
    currency: message?.currency ?? null,
    receivers: message?.receivers ?? null,
    handedOff: attempt && {
      amount: amountFromCents(attempt.amountCents),
      currency: attempt.currency,
      receiver: attempt.receiver,
      at: isoTime(attempt.createdAt),
    },
    order: order && { _id: order.id, number: order.number, paymentStatus: order.paymentStatus },
    isInLedger: review.inLedger === "itself",
    refundPage: review.refundPage,
    /** For each decision null, or why it cannot be made. */
    refusals: review.refusals,
    fields: review.fields,
  };
}

export function toRestResolved({ id, resolution, order, refundPage }: ResolvedReview) {
  return {
    _id: id,
    resolution,
    order: order && { _id: order.id, number: order.number, paymentStatus: order.paymentStatus },
    refundPage,
  };
}
