import type { OrderRow } from "../../ordering/order-row.server.ts";
import type { NotificationRow } from "./notification-row.server.ts";

const deliveredAlthough = {
  UnPaid: "This order is delivered, but it is not paid.",
  Cancelled: "This order is delivered, but the customer has cancelled it.",
  Refunded: "This order is delivered, but its payment was refunded.",
};

/** What somebody should look into, as sentences. */
export function warningsFor(
  { orderStatus, paymentStatus }: OrderRow,
  received: readonly NotificationRow[],
): string[] {
  const warnings: string[] = [];
  if (orderStatus === "Delivered" && paymentStatus !== "Paid") {
    warnings.push(deliveredAlthough[paymentStatus]);
  }
  if (received.some(({ outcome, resolution }) => outcome === "review" && resolution === "")) {
    warnings.push(
      "A payment message about this order needs a look: decide about it under Payments.",
    );
  }
  return warnings;
}
