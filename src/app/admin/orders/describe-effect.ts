import type { OrderRow } from "../../ordering/order/order-row.server.ts";

/** Explains the effect of a status before it is set, because emails cannot be recalled. */
export function describeEffect(orders: readonly OrderRow[], orderStatus: string): string {
  const changing = orders.filter((order) => order.orderStatus !== orderStatus);
  if (changing.length === 0) {
    return orders.length === 1
      ? `It is already ${orderStatus}.`
      : `All ${orders.length} are already ${orderStatus}.`;
  }
  const unpaid = changing.filter(({ paymentStatus }) => paymentStatus !== "Paid").length;
  const isOne = changing.length === 1;
  return [
    isOne ? `1 order becomes ${orderStatus}.` : `${changing.length} orders become ${orderStatus}.`,
    orderStatus === "Delivered" && unpaid > 0
      ? `${isOne ? "It is" : unpaid === 1 ? "1 of them is" : `${unpaid} of them are`} not paid.`
      : "",
    orderStatus === "Delivered"
      ? `${isOne ? "The customer gets" : "Each customer gets"} an email.`
      : "No email is sent.",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
