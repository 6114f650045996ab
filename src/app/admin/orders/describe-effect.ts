import type { PaymentStatus } from "../../../orders/order.ts";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";

/**
 * Describes the effect of an order status on the selected orders. The panel shows the text before
 * the admin sets the status, because a sent email cannot be recalled.
 */
export function describeEffect(orders: readonly OrderRow[], orderStatus: string): string {
  const changing = orders.filter((order) => order.orderStatus !== orderStatus);
  if (changing.length === 0) {
    return orders.length === 1
      ? `It is already ${orderStatus}.`
      : `All ${orders.length} are already ${orderStatus}.`;
  }
  const isOne = changing.length === 1;
  return [
    isOne ? `1 order becomes ${orderStatus}.` : `${changing.length} orders become ${orderStatus}.`,
    orderStatus === "Delivered" ? describeUnpaid(changing) : "",
    orderStatus === "Delivered"
      ? `${isOne ? "The customer gets" : "Each customer gets"} an email.`
      : "No email is sent.",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
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
