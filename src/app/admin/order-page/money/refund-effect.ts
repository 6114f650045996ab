import { emailClause } from "#app/admin/mail/email-words.ts";
import type { OrderRow } from "#app/ordering/order/order-row.server.ts";
import type { PaymentRow } from "./payment-row.server.ts";

/**
 * Says what a refund of `amount`, such as "$149.00", does to the order and whether the customer
 * gets an email. An order stays Paid while a part of any payment is left.
 */
export function refundEffect(
  { customerEmail }: Pick<OrderRow, "customerEmail">,
  payments: readonly Pick<PaymentRow, "transactionId" | "left" | "leftCents">[],
  transactionId: string,
  amount: string,
  sendsEmails: boolean,
): string {
  const isAllRefunded = payments.every((payment) =>
    payment.transactionId === transactionId ? payment.left === amount : payment.leftCents === 0,
  );
  const status = isAllRefunded ? "becomes Refunded" : "stays Paid";
  // Deleting the customer's account also deletes the email address from the order.
  const email =
    customerEmail === "" ? "no email is sent" : emailClause("the customer", sendsEmails);
  return `the order ${status}, and ${email}.`;
}
