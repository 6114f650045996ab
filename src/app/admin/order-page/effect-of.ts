import type { OrderStatus } from "../../../orders/order.ts";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";

const withoutMoney = {
  Paid: "",
  UnPaid: "This order is not paid. ",
  Cancelled: "This order is cancelled. ",
  Refunded: "The payment of this order was refunded. ",
};

/** Explains what a new status of an order does, because an email cannot be recalled. */
export function effectOf(
  { paymentStatus, customerEmail }: Pick<OrderRow, "paymentStatus" | "customerEmail">,
  status: OrderStatus | "Cancelled",
): string {
  if (status === "Pending") return "The order becomes Pending. No email is sent.";
  const reason = status === "Delivered" ? withoutMoney[paymentStatus] : "";
  // The address was deleted with the customer's account.
  const email = customerEmail === "" ? "No email is sent." : `${customerEmail} gets an email.`;
  return `${reason}${reason === "" ? "The order" : "It"} becomes ${status}. ${email}`;
}
