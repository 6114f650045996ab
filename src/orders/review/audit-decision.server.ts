import type { Resolution } from "../../payments/notifications/verified-notification.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import type { Order } from "../order.ts";
import type { Review } from "./review.ts";

interface DecidedReview {
  readonly review: Review;
  readonly resolution: Resolution;
  /** As it is after the decision. */
  readonly order: Order | null;
  readonly note: string;
  readonly at: number;
}

const actions: Readonly<Record<Resolution, string>> = {
  accepted: "Accept payment message",
  linked: "Link payment message",
  refunded: "Refund payment",
  dismissed: "Dismiss payment message",
  "asked-again": "Ask about payment message again",
};

/** Records who decided what about which message, and what the order was paid like before. */
export async function auditDecision(
  tx: WriteTransaction,
  actor: Actor,
  { review, resolution, order, note, at }: DecidedReview,
): Promise<void> {
  const isSameOrder = review.order?.id === order?.id;
  const subject =
    order === null
      ? { subject: "payment", subjectId: review.id, label: `Payment ${review.transactionId ?? ""}` }
      : { subject: "order", subjectId: order.id, label: `Order ${order.number}` };
  await audit(tx, actor, {
    action: actions[resolution],
    ...subject,
    before: {
      review: review.reason,
      ...(review.order !== null && isSameOrder && { paymentStatus: review.order.paymentStatus }),
    },
    after: {
      review: resolution,
      transaction: review.transactionId,
      ...(order !== null && { paymentStatus: order.paymentStatus }),
      ...(note !== "" && { note }),
    },
    at,
  });
}
