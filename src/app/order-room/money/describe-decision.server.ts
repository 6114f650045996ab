import type { ResolvedReview } from "#money/review/resolve-review.ts";
import type { Resolution } from "#payments/notifications/verified-notification.ts";

/**
 * Titles of the decisions about a payment notification, in the order's timeline and in the message
 * after a decision.
 */
export const decisionTitles: Readonly<Record<Resolution, string>> = {
  accepted: "Payment notification accepted",
  linked: "Payment notification applied to the order",
  refunded: "Payment notification marked for refund",
  dismissed: "Payment notification dismissed",
  "asked-again": "Another verification requested",
};

/** The message after a decision, the same on every screen. */
export function describeDecision({
  resolution,
  order,
  isRefundSent,
  isOnlyClosed,
}: Pick<ResolvedReview, "resolution" | "order" | "isRefundSent" | "isOnlyClosed">): string {
  if (isRefundSent) return refundSent;
  if (isOnlyClosed) return "Review closed. Nothing was changed.";
  return resolution === "linked" && order !== null
    ? `Payment notification applied to order ${order.number}`
    : decisionTitles[resolution];
}

/** Message for a refund that the provider has accepted but not yet reported as complete. */
export const refundSent = "Refund sent to the customer";
