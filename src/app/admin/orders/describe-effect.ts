import type { PaymentStatus } from "../../../orders/order.ts";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";

/**
 * Says what "Mark as Delivered" does before it is pressed, because a sent email cannot be recalled.
 * "" when the orders are already Delivered.
 */
export function describeDelivery(
  orders: readonly Pick<OrderRow, "orderStatus" | "paymentStatus">[],
): string {
  const pending = orders.filter(({ orderStatus }) => orderStatus === "Pending");
  if (pending.length === 0) return "";
  const customer =
    orders.length === 1
      ? "its customer"
      : pending.length === orders.length
        ? "each customer"
        : "the customer of each Pending order";
  const effect = `When you mark ${orders.length === 1 ? "it" : "them"} as Delivered, ${customer} gets an email.`;
  return `${effect} ${describeUnpaid(pending)}`.trim();
}

const unpaidStatuses: readonly { status: PaymentStatus; of: string; ofSeveral: string }[] = [
  { status: "UnPaid", of: "is not paid", ofSeveral: "are not paid" },
  { status: "Cancelled", of: "is cancelled", ofSeveral: "are cancelled" },
  { status: "Refunded", of: "was refunded", ofSeveral: "were refunded" },
];

/**
 * A sentence that says how many orders are not paid, cancelled or refunded; "" if every order is
 * Paid.
 */
export function describeUnpaid(orders: readonly Pick<OrderRow, "paymentStatus">[]): string {
  const parts = unpaidStatuses.flatMap(({ status, of, ofSeveral }) => {
    const count = orders.filter(({ paymentStatus }) => paymentStatus === status).length;
    if (count === 0) return [];
    if (orders.length === 1) return [`It ${of}`];
    return [`${count} of them ${count === 1 ? of : ofSeveral}`];
  });
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}
