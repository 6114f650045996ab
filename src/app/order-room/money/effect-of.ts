import { emailSentence } from "#app/admin/messages/mail/email-words.ts";
import type { OrderStatus } from "#orders/order.ts";
import type { OrderView } from "../order-view.server.ts";

const withoutMoney = {
  Paid: "",
  UnPaid: "This order is not paid. ",
  Cancelled: "This order is cancelled. ",
  Refunded: "The payment of this order was refunded. ",
};

/**
 * Describes the effect of a new status. The panel shows the text before the admin sets the status,
 * because a sent email cannot be recalled.
 */
export function effectOf(
  { paymentStatus, customerEmail }: Pick<OrderView, "paymentStatus" | "customerEmail">,
  status: OrderStatus | "Cancelled",
  sendsEmails: boolean,
): string {
  if (status === "Pending") return "The order becomes Pending. No email is sent.";
  const reason = status === "Delivered" ? withoutMoney[paymentStatus] : "";
  // Deleting the customer's account also deletes the email address from the order.
  const email =
    customerEmail === "" ? "No email is sent." : emailSentence(customerEmail, sendsEmails);
  return `${reason}The order becomes ${status}. ${email}`;
}
