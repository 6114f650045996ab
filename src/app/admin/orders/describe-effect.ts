import type { OrderView } from "#app/order-room/order-view.server.ts";
import type { PaymentStatus } from "#orders/order.ts";
import { emailClause, emailSentence } from "../messages/mail/email-words.ts";

interface EmailFacts {
  /** Who gets the email if every customer gets one. */
  readonly customer: string;
  /** Number of all selected orders. */
  readonly orders: number;
  readonly sendsEmails: boolean;
}

/**
 * Says what "Mark as Delivered" does before it is pressed, because a sent email cannot be recalled.
 * "" when the orders are already Delivered.
 */
export function describeDelivery(
  orders: readonly Pick<OrderView, "orderStatus" | "paymentStatus" | "customerEmail">[],
  sendsEmails: boolean,
): string {
  const pending = orders.filter(({ orderStatus }) => orderStatus === "Pending");
  if (pending.length === 0) return "";
  const [order, customer] =
    orders.length === 1 ? ["it", "its customer"] : ["them", "each customer"];
  const emails = describeEmails(pending, { customer, orders: orders.length, sendsEmails });
  return `When you mark ${order} as Delivered, ${emails}. ${describeUnpaid(pending)}`.trim();
}

/**
 * The question before orders are marked as delivered: the number of orders, and how many customers
 * get an email. "" when the orders are already Delivered.
 */
export function describeWithoutProof(
  orders: readonly Pick<OrderView, "orderStatus" | "paymentStatus" | "customerEmail">[],
  sendsEmails: boolean,
): string {
  const pending = orders.filter(({ orderStatus }) => orderStatus === "Pending");
  if (pending.length === 0) return "";
  const emails = pending.filter(({ customerEmail }) => customerEmail !== "").length;
  const marked = `Marks ${counted(pending.length, "order")} as delivered without proof`;
  const told = emails === 0 ? "emails nobody" : `emails ${counted(emails, "customer")}`;
  const effect =
    emails === 0 || sendsEmails
      ? `${marked} and ${told}.`
      : `${marked}. ${emailSentence(emails === 1 ? "the customer" : "each customer", false)}`;
  return `${effect} ${describeUnpaid(pending)}`.trim();
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/**
 * Says how many customers get an email when the orders in `delivered` are marked as Delivered.
 */
export function describeEmails(
  delivered: readonly Pick<OrderView, "customerEmail">[],
  { customer, orders, sendsEmails }: EmailFacts,
): string {
  // Deleting the customer's account also deletes the email address from the order.
  const emails = delivered.filter(({ customerEmail }) => customerEmail !== "").length;
  if (emails === 0) return "no email is sent";
  if (emails === orders) return emailClause(customer, sendsEmails);
  return emailClause(`${emails} of ${orders} customers`, sendsEmails, emails);
}

const unpaidStatuses: readonly { status: PaymentStatus; of: string; ofSeveral: string }[] = [
  { status: "UnPaid", of: "is not paid", ofSeveral: "are not paid" },
  { status: "Cancelled", of: "is cancelled", ofSeveral: "are cancelled" },
  { status: "Refunded", of: "was refunded", ofSeveral: "were refunded" },
];

/**
 * A sentence with the numbers of unpaid, cancelled and refunded orders; "" if every order is Paid.
 */
export function describeUnpaid(orders: readonly Pick<OrderView, "paymentStatus">[]): string {
  const parts = unpaidStatuses.flatMap(({ status, of, ofSeveral }) => {
    const count = orders.filter(({ paymentStatus }) => paymentStatus === status).length;
    if (count === 0) return [];
    if (orders.length === 1) return [`It ${of}`];
    return [`${count} of them ${count === 1 ? of : ofSeveral}`];
  });
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}
