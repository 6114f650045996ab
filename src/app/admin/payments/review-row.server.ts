import type { Review } from "../../../orders/review/review.ts";
import {
  reasonAgainstCurrency,
  reasonAgainstReceiver,
} from "../../../orders/settling/reasons-against-payment.ts";
import { amountFromCents, dollarsFromCents } from "../../../platform/money.ts";
import { fullDateOf, isoTime } from "../../../platform/time/dates.ts";
import { type PaymentWords, providerCalled } from "./payment-row.server.ts";

type Facts = readonly (readonly [label: string, value: string])[];

export function reviewRow(review: Review, words: PaymentWords) {
  const { id, reason, isGenuine, fields, refusals, order, refundPage, inLedger } = review;
  const { isGivenBack } = review;
  return {
    ...{ id, reason, isGenuine, fields, refusals, isGivenBack },
    isInLedger: inLedger === "itself",
    isDoubtful: isDoubtful(review),
    acceptLabel: acceptLabel(review),
    acceptQuestion: acceptQuestion(review),
    leadsAway: refundPage !== null,
    orderId: order?.id ?? null,
    orderNumber: order?.number ?? null,
    said: saidIn(review, words),
    known: knownOf(review, words),
    isoDate: isoTime(review.receivedAt),
    fullDate: fullDateOf(review.receivedAt, words.reader),
  };
}

export type ReviewRow = ReturnType<typeof reviewRow>;

/** If the ledger already has the payment or refund, accepting only closes the review. */
function acceptLabel({ inLedger, message, order }: Review): string {
  if (inLedger !== "itself") return `Accept for order ${order?.number}`;
  return message?.kind === "completed" ? "Keep the payment" : "Mark as seen";
}

/**
 * The question before an order becomes Paid by an amount other than its price; null if no question
 * is needed.
 */
function acceptQuestion({ inLedger, message, order }: Review): string | null {
  if (inLedger === "itself" || order === null) return null;
  if (message?.kind !== "completed" || message.grossCents === null) return null;
  if (message.grossCents === order.priceCents) return null;
  const [arrived, price] = [message.grossCents, order.priceCents].map(dollarsFromCents);
  return `${arrived} arrived, and order ${order.number} costs ${price}. If you accept this amount, the order still becomes Paid.`;
}

/**
 * True for money to another receiver or in another currency: an admin seldom accepts such money.
 */
function isDoubtful({ message, attempt, order }: Review): boolean {
  if (message === null) return false;
  if (reasonAgainstReceiver(message, attempt) !== null) return true;
  return order !== null && reasonAgainstCurrency(message, order) !== null;
}

function saidIn(
  { message, rawStatus, transactionId, provider }: Review,
  words: PaymentWords,
): Facts {
  const amount =
    message?.grossCents == null
      ? "unreadable"
      : `${amountFromCents(message.grossCents)} ${message.currency ?? ""}`;
  const parent = message?.parentTransactionId;
  return [
    ["Provider", providerCalled(provider, words)],
    ["Status", rawStatus ?? "none"],
    ["Amount", amount],
    ["Transaction", transactionId ?? "none"],
    ...(parent ? [["Takes back", parent] as const] : []),
    ...(message?.receivers
      ? [["Receiver", [...new Set(message.receivers)].join(", ") || "none"] as const]
      : []),
  ];
}

function knownOf({ attempt, order }: Review, { reader }: PaymentWords): Facts {
  const handedOff: Facts =
    attempt === null
      ? [["Sent to pay", "The notification names no payment that your site started"]]
      : [
          ["Sent to pay", `${amountFromCents(attempt.amountCents)} ${attempt.currency}`],
          ["Receiver", attempt.receiver],
          ["Sent on", fullDateOf(attempt.createdAt, reader)],
        ];
  if (order === null)
    return [["Order", "The notification names no order of your shop"], ...handedOff];
  return [
    ["Customer", `${order.customerName}, ${order.customerEmail}`],
    ["Price", `${amountFromCents(order.priceCents)} ${order.currency}`],
    ["Payment Status", order.paymentStatus],
    ...handedOff,
  ];
}
