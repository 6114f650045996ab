import type { PaymentProgress } from "../../../orders/paying/payment-progress.ts";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import type { NotificationRow } from "./notification-row.server.ts";

/** True for an open review. */
export function waitsForDecision({ outcome, resolution }: NotificationRow): boolean {
  return outcome === "review" && resolution === "";
}

const deliveredAlthough = {
  UnPaid: "This order is delivered but not paid.",
  Cancelled: "This order is delivered, but the customer cancelled it.",
  Refunded: "This order is delivered, but its payment was refunded.",
};

/** Warnings about an order, as sentences. */
export function warningsFor(
  { orderStatus, paymentStatus }: OrderRow,
  received: readonly NotificationRow[],
  progress: PaymentProgress | null,
): string[] {
  const warnings: string[] = [];
  if (orderStatus === "Delivered" && paymentStatus !== "Paid") {
    warnings.push(deliveredAlthough[paymentStatus]);
  }
  if (received.some(waitsForDecision)) {
    warnings.push(
      "A payment notification about this order needs review. Decide about it under Payments.",
    );
  }
  if (progress?.state === "pending") {
    warnings.push(
      `${progress.providerName} is still working on a payment for this order. The customer was told not to pay again.`,
    );
  }
  if (progress?.state === "returned") {
    warnings.push(
      `The customer came back from ${progress.providerName}, which has not reported a result yet. They were told not to pay again.`,
    );
  }
  return warnings;
}
