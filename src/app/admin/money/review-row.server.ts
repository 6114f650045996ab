import type { Review } from "#money/review/review.ts";
import {
  reasonAgainstCurrency,
  reasonAgainstReceiver,
} from "#money/settling/reasons-against-payment.ts";
import type { Order } from "#orders/order.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import { amountFromCents, dollarsFromCents } from "#platform/money.ts";
import { isoTime, minuteOf } from "#platform/time/dates.ts";
import { emailSentence } from "../messages/mail/email-words.ts";
import type { PaymentWords } from "./payment-row.server.ts";

type Facts = readonly (readonly [label: string, value: string])[];

export interface ReviewWords extends PaymentWords {
  readonly sendsEmails: boolean;
}

export function reviewRow(review: Review, words: ReviewWords) {
  const { id, reason, isGenuine, fields, refusals, order, inLedger } = review;
  return {
    providerName: storedProvider(review.provider).displayName,
    id,
    reason,
    isGenuine,
    fields,
    refusals,
    isInLedger: inLedger === "itself",
    isDoubtful: isDoubtful(review),
    acceptLabel: acceptLabel(review),
    acceptQuestion: acceptQuestion(review),
    ...refundChoice(review, words),
    acceptEffect: acceptEffect(review, words),
    orderId: order?.id ?? null,
    orderNumber: order?.number ?? null,
    said: saidIn(review),
    known: knownOf(review, words),
    isoDate: isoTime(review.receivedAt),
    fullDate: minuteOf(review.receivedAt, words.reader),
  };
}

export type ReviewRow = ReturnType<typeof reviewRow>;

/** If the ledger already has the payment or refund, accepting only closes the review. */
function acceptLabel({ inLedger, message, order }: Review): string {
  if (inLedger !== "itself") return `Accept for order ${order?.number}`;
  return message?.kind === "completed" ? "Keep the money and close" : "Close without changes";
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

/** Says what accepting does, because a ledger entry and a sent email cannot be undone. */
function acceptEffect(
  { refusals, inLedger, message, order }: Review,
  { sendsEmails }: ReviewWords,
): string {
  if (refusals.accept !== null) return `You cannot accept this notification: ${refusals.accept}`;
  if (inLedger === "itself" || message === null || order === null) {
    return "Closing this review only removes it from this list. No money, order or email is affected.";
  }
  const isPayment = message.kind === "completed";
  const becomes = isPayment && order.paymentStatus !== "Paid" ? ", which becomes Paid" : "";
  const isEmailed = isPayment ? order.paidAt === null : message.kind !== "reversal-cancelled";
  const subject = isPayment ? "payment" : "notification";
  return `Accepting applies this ${subject} to order ${order.number}${becomes}. ${emailTo(order, isEmailed, sendsEmails)} This cannot be undone.`;
}

/** An order has no email address after the customer's account was deleted. */
function emailTo({ customerEmail }: Order, isEmailed: boolean, sendsEmails: boolean): string {
  return isEmailed && customerEmail !== ""
    ? emailSentence(customerEmail, sendsEmails)
    : "The customer gets no email.";
}

/**
 * `refundQuestion`: the question before a refund sends money; null if the decision sends no money.
 * `refundEffect`: the effect of a decision without a question; otherwise null.
 */
function refundChoice(review: Review, words: ReviewWords) {
  const { isGivenBack, refundPage, refundableCents, message, order, inLedger } = review;
  const providerName = storedProvider(review.provider).displayName;
  if (isGivenBack) {
    return {
      refundLabel: "Close as already refunded",
      refundQuestion: null,
      refundEffect:
        "This payment is already refunded. Closing the review does not send another refund.",
    };
  }
  if (refundPage !== null) {
    return {
      refundLabel: `Refund at ${providerName}`,
      refundQuestion: null,
      refundEffect: `“Refund at ${providerName}” closes this review and opens ${providerName}. No money goes back until you make the refund there.`,
    };
  }
  const currency = message?.currency ?? "USD";
  const amount =
    currency === "USD"
      ? dollarsFromCents(refundableCents)
      : `${amountFromCents(refundableCents)} ${currency}`;
  const person = order?.customerName ?? "the person who paid";
  // A refund changes the order only if the ledger contains the refunded payment.
  const effect =
    inLedger === "itself" && order !== null
      ? `Once ${providerName} reports the refund, order ${order.number} becomes Refunded unless it has another payment. ${emailTo(order, true, words.sendsEmails)}`
      : "No order changes and no email is sent.";
  return {
    refundLabel: `Refund ${amount}`,
    refundQuestion: `Refunds ${amount} to ${person} through ${providerName}. This cannot be undone. ${effect}`,
    refundEffect: null,
  };
}

/**
 * True for money to another receiver or in another currency: an admin seldom accepts such money.
 */
function isDoubtful({ message, attempt, order }: Review): boolean {
  if (message === null) return false;
  if (reasonAgainstReceiver(message, attempt) !== null) return true;
  return order !== null && reasonAgainstCurrency(message, order) !== null;
}

function saidIn({ message, rawStatus, transactionId, provider }: Review): Facts {
  const amount =
    message?.grossCents == null
      ? "unreadable"
      : `${amountFromCents(message.grossCents)} ${message.currency ?? ""}`;
  const parent = message?.parentTransactionId;
  return [
    ["Provider", storedProvider(provider).displayName],
    ["Status", rawStatus ?? "none"],
    ["Amount", amount],
    ["Transaction", transactionId ?? "none"],
    ...(parent ? [["About payment", parent] as const] : []),
    ...(message?.receivers
      ? [["Paid to", [...new Set(message.receivers)].join(", ") || "none"] as const]
      : []),
  ];
}

function knownOf({ attempt, order }: Review, { reader }: PaymentWords): Facts {
  const handedOff: Facts =
    attempt === null
      ? [["Started payment", "Your site did not start this payment"]]
      : [
          ["Started payment", `${amountFromCents(attempt.amountCents)} ${attempt.currency}`],
          ["Should go to", attempt.receiver],
          ["Started on", minuteOf(attempt.createdAt, reader)],
        ];
  if (order === null)
    return [["Order", "No order of your shop matches this notification"], ...handedOff];
  return [
    ["Customer", `${order.customerName}, ${order.customerEmail}`],
    ["Price", `${amountFromCents(order.priceCents)} ${order.currency}`],
    ["Payment Status", order.paymentStatus],
    ...handedOff,
  ];
}
