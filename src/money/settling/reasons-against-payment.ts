import type { Order } from "#orders/order.ts";
import type { PaymentAttempt } from "#payments/attempts/payment-attempt-store.server.ts";
import type { VerifiedNotification } from "#payments/notifications/verified-notification.ts";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import { amountFromCents, dollarsFromCents } from "#platform/money.ts";
import { normalEmail } from "#platform/texts/email-address.ts";

/**
 * Reason, as a sentence for an admin, why a verified payment must not be applied to this order.
 * Null when amount and currency match the order, and the receiver matches the attempt.
 */
export function reasonAgainstPayment(
  notification: VerifiedNotification,
  order: Order,
): string | null {
  const { message, attempt } = notification;
  const unfit = reasonAgainstEntry(message);
  if (unfit !== null) return unfit;
  const named = [attempt?.orderReference, message.orderReference];
  if (named.some((reference) => reference && reference !== order.id)) {
    const others = named.filter((reference) => reference && reference !== order.id);
    return `The payment names more than one order: number ${order.number} and “${others.join("” and “")}”.`;
  }
  const foreign = reasonAgainstCurrency(message, order);
  if (foreign !== null) return foreign;
  const elsewhere = reasonAgainstReceiver(message, attempt);
  if (elsewhere !== null) return elsewhere;
  if (message.grossCents === order.priceCents) return null;
  return `${dollarsFromCents(message.grossCents ?? 0)} arrived; the order costs ${dollarsFromCents(order.priceCents)}.`;
}

/**
 * Reason why a refund, reversal or returned dispute must not be applied to the order of its
 * payment; null when there is no reason. Does not compare the attempt, because the provider repeats
 * the data of the attempt even when an admin accepted another amount or linked another order.
 */
export function reasonAgainstFollowUp(message: PaymentMessage, order: Order): string | null {
  return reasonAgainstEntry(message) ?? reasonAgainstCurrency(message, order);
}

/** Amounts in different currencies cannot be added. */
export function reasonAgainstCurrency(
  { currency }: Pick<PaymentMessage, "currency">,
  order: Pick<Order, "currency">,
): string | null {
  if (currency === order.currency) return null;
  return `It is in ${currency ?? "no currency"}, but the order is in ${order.currency}.`;
}

/** Null when a receiver matches, when there is no attempt, and when `receivers` is null. */
export function reasonAgainstReceiver(
  { receivers }: Pick<PaymentMessage, "receivers">,
  attempt: Pick<PaymentAttempt, "receiver"> | null,
): string | null {
  if (attempt === null || receivers === null) return null;
  // A provider can name several addresses of one receiver, often the same address twice.
  const named = new Map(receivers.map((address) => [normalEmail(address), address]));
  if (named.has(normalEmail(attempt.receiver))) return null;
  const paid = [...named.values()].join(" and ") || "nobody";
  return `It went to ${paid}, but the customer was sent to pay ${attempt.receiver}.`;
}

/** Reason why a notification cannot be applied to any order. */
export function reasonAgainstEntry(message: PaymentMessage): string | null {
  const { kind, transactionId, parentTransactionId, grossCents } = message;
  if (transactionId === null) return "The notification has no transaction id.";
  if (grossCents === null) return "The amount of the notification is unreadable.";
  const isPayment = kind === "completed";
  if (!isPayment && parentTransactionId === null) {
    return "The notification does not say which payment it is about.";
  }
  const isReceived = isPayment || kind === "reversal-cancelled";
  if (isReceived ? grossCents > 0 : grossCents < 0) return null;
  return `The amount ${amountFromCents(grossCents)} should be ${isReceived ? "positive" : "negative"} in a notification of this kind.`;
}
