import type { OrderView } from "#app/order-room/order-view.server.ts";
import type { PaymentProgress } from "#money/paying/payment-progress.ts";

const deliveredAlthough = {
  UnPaid: "This order is delivered but not paid.",
  Cancelled: "This order is delivered, but it was cancelled.",
  Refunded: "This order is delivered, but its payment was refunded.",
};

export function warningsFor(
  { orderStatus, paymentStatus }: Pick<OrderView, "orderStatus" | "paymentStatus">,
  progress: PaymentProgress | null,
): string[] {
  const warnings: string[] = [];
  if (orderStatus === "Delivered" && paymentStatus !== "Paid") {
    warnings.push(deliveredAlthough[paymentStatus]);
  }
  if (progress?.state === "pending") {
    warnings.push(
      `${progress.providerName} is still working on a payment for this order. The customer sees a notice not to pay again.`,
    );
  }
  if (progress?.state === "returned") {
    warnings.push(
      `The customer came back from ${progress.providerName}, which has not reported a result yet. The customer sees a notice not to pay again.`,
    );
  }
  return warnings;
}
