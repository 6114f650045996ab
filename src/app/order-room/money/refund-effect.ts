import { emailClause } from "#app/admin/messages/mail/email-words.ts";
import type { OrderView } from "../order-view.server.ts";
import type { PaymentView } from "./payment-view.server.ts";

/**
 * Says what a refund of `amount`, such as "$149.00", does to the order and whether the customer
 * gets an email. An order stays Paid while a part of any payment is left.
 */
export function refundEffect(
  { customerEmail }: Pick<OrderView, "customerEmail">,
  payments: readonly Pick<PaymentView, "transactionId" | "left" | "leftCents">[],
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
