import type { VerifiedNotification } from "../payments/verified-notification.ts";
import { normalEmail } from "../platform/email-address.ts";
import { amountFromCents } from "../platform/money.ts";
import type { Order } from "./order.ts";

/**
 * Why a verified message about money may not touch this order, as a sentence for the person who
 * looks into it; null when everything matches what was handed off.
 */
export function whyNotPayment(notification: VerifiedNotification, order: Order): string | null {
  const { message, attempt } = notification;
  if (message.transactionId === null) return "It has no transaction id.";
  const named = [attempt?.orderReference, message.orderReference];
  if (named.some((reference) => reference && reference !== order.id)) {
    return `It names more than one order: ${order.id} and ${named.filter(Boolean).join(" and ")}.`;
  }
  if (message.currency !== order.currency) {
    return `It is in ${message.currency ?? "no currency"}, and the order is in ${order.currency}.`;
  }
  // Without an attempt it was found by its payment, whose receiver was looked at then.
  const { receivers: paid } = message;
  if (attempt !== null && paid !== null && !isReceiver(paid, attempt.receiver)) {
    const receivers = paid.join(" and ") || "nobody";
    return `It went to ${receivers}, and the customer was sent to pay ${attempt.receiver}.`;
  }
  return whyNotAmount(notification, order);
}

function isReceiver(receivers: readonly string[], handedOff: string): boolean {
  return receivers.some((address) => normalEmail(address) === normalEmail(handedOff));
}

function whyNotAmount({ message }: VerifiedNotification, order: Order): string | null {
  const { kind, grossCents } = message;
  if (grossCents === null) return "It has no amount that can be read.";
  if (kind === "completed") {
    if (grossCents === order.priceCents) return null;
    return `It is about ${amountFromCents(grossCents)}, and the order about ${amountFromCents(order.priceCents)}.`;
  }
  if (message.parentTransactionId === null) return "It does not say which payment it is about.";
  const isReturn = kind !== "reversal-cancelled";
  if (isReturn ? grossCents < 0 : grossCents > 0) return null;
  return `${amountFromCents(grossCents)} is no amount for a message of this kind.`;
}
