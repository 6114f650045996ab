import { z } from "zod";
import { centsFromAmount } from "#platform/money.ts";
import { emptyMessage, jsonIn, messageText, readAs } from "../json-message.ts";
import type { MessageKind, PaymentMessage } from "../payment-provider.ts";
import { describePendingReason } from "../paypal-pending-reasons.ts";
import {
  isSubscriptionEvent,
  readSaleRefund,
  readSubscriptionAnswer,
  readSubscriptionEvent,
} from "./read-subscription.ts";

const text = messageText.optional();
const amount = z.object({ value: z.string(), currency_code: text }).optional();
const payee = z.object({ merchant_id: text, email_address: text }).optional();
const links = z.array(z.object({ rel: z.string(), href: z.string() })).optional();

/** Fields of a capture or refund that this program reads. */
const movement = z.object({
  id: text,
  status: text,
  status_details: z.object({ reason: text }).optional(),
  amount,
  custom_id: text,
  invoice_id: text,
  payee,
  links,
});

const order = z.object({
  id: text,
  status: text,
  purchase_units: z
    .array(
      z.object({
        custom_id: text,
        invoice_id: text,
        payee,
        payments: z.object({ captures: z.array(movement).optional() }).optional(),
      }),
    )
    .length(1),
});

const dispute = z.object({
  dispute_id: text,
  status: text,
  dispute_amount: amount,
  dispute_outcome: z.object({ outcome_code: text }).optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: text, custom: text, invoice_number: text }))
    .length(1),
});

const event = z.object({ event_type: z.string(), resource: z.unknown() });

type Movement = z.infer<typeof movement>;
type PaypalOrder = z.infer<typeof order>;
type Dispute = z.infer<typeof dispute>;

/** Id of the capture to which a refund or reversal belongs, from the link "up". */
function idOfCapture(given: Movement): string | null {
  const up = given.links?.find(({ rel }) => rel === "up")?.href ?? "";
  return /\/v2\/payments\/captures\/([\w-]{1,64})$/.exec(up)?.[1] ?? null;
}

/**
 * Kinds by the status of a capture. A refunded capture is "completed", because the payment has
 * arrived and a separate message reports the refund.
 */
const kindOfCapture: ReadonlyMap<string, MessageKind> = new Map([
  ["COMPLETED", "completed"],
  ["PARTIALLY_REFUNDED", "completed"],
  ["REFUNDED", "completed"],
  ["PENDING", "pending"],
  ["DECLINED", "failed"],
  ["FAILED", "failed"],
]);

/** Kinds by the status of a refund. Only a completed refund has moved money. */
const kindOfRefund: ReadonlyMap<string, MessageKind> = new Map([
  ["COMPLETED", "refunded"],
  ["PENDING", "pending"],
  ["FAILED", "failed"],
  ["CANCELLED", "failed"],
]);

const wonDisputes = ["RESOLVED_SELLER_FAVOUR", "CANCELED_BY_BUYER", "DENIED"];

/** Reads an untrusted webhook, or the response to a capture, a refund or a question. */
export function readMessage(raw: Uint8Array): PaymentMessage {
  const value = jsonIn(raw);
  const { data } = event.safeParse(value);
  const message =
    data === undefined ? fromAnswer(value) : fromEvent(data.event_type, data.resource);
  return (
    message ?? { ...emptyMessage, faults: ["It does not have the format of PayPal’s messages."] }
  );
}

/** True for the types of events that `readMessage` reads. */
export function isHeardEvent(type: string): boolean {
  return eventsOfPayments.includes(type) || isSubscriptionEvent(type);
}

const eventsOfPayments: readonly string[] = [
  "CHECKOUT.ORDER.APPROVED",
  "PAYMENT.CAPTURE.COMPLETED",
  "PAYMENT.CAPTURE.PENDING",
  "PAYMENT.CAPTURE.DENIED",
  "PAYMENT.CAPTURE.DECLINED",
  "PAYMENT.CAPTURE.REFUNDED",
  "PAYMENT.REFUND.PENDING",
  "PAYMENT.REFUND.FAILED",
  "PAYMENT.CAPTURE.REVERSED",
  "CUSTOMER.DISPUTE.RESOLVED",
];

function fromEvent(type: string, resource: unknown): PaymentMessage | undefined {
  switch (type) {
    case "CHECKOUT.ORDER.APPROVED":
      return readAs(order, resource, fromOrder);
    case "PAYMENT.CAPTURE.COMPLETED":
    case "PAYMENT.CAPTURE.PENDING":
    case "PAYMENT.CAPTURE.DENIED":
    case "PAYMENT.CAPTURE.DECLINED":
      return readAs(movement, resource, (capture) => fromCapture(capture, capture.payee));
    case "PAYMENT.CAPTURE.REFUNDED":
    case "PAYMENT.REFUND.PENDING":
    case "PAYMENT.REFUND.FAILED":
      return readAs(movement, resource, fromRefund);
    case "PAYMENT.CAPTURE.REVERSED":
      return readAs(movement, resource, (reversal) => takenBack(reversal, "reversed"));
    case "CUSTOMER.DISPUTE.RESOLVED":
      return readAs(dispute, resource, fromDispute);
    default:
      if (isSubscriptionEvent(type)) return readSubscriptionEvent(type, resource);
      return { ...emptyMessage, rawStatus: type.slice(0, 100).toWellFormed() };
  }
}

function fromAnswer(value: unknown): PaymentMessage | undefined {
  const { data } = order.safeParse(value);
  if (data !== undefined) return fromOrder(data);
  return (
    readSaleRefund(value) ??
    readSubscriptionAnswer(value) ??
    readAs(movement, value, (refund) =>
      idOfCapture(refund) === null ? undefined : fromRefund(refund),
    )
  );
}

/**
 * Reads a PayPal order: the capture of the order, or the approval when the order has no capture.
 */
function fromOrder(order: PaypalOrder): PaymentMessage | undefined {
  const [unit] = order.purchase_units;
  if (unit === undefined) return undefined;
  const { custom_id, invoice_id, payee, payments } = unit;
  const captures = payments?.captures ?? [];
  const [capture] = captures;
  if (capture === undefined) {
    return {
      ...emptyMessage,
      kind: order.status === "APPROVED" ? "approved" : "other",
      rawStatus: order.status ?? null,
      checkoutReference: order.id ?? null,
      attemptId: custom_id ?? null,
      orderReference: invoice_id ?? null,
    };
  }
  const message = fromCapture({ custom_id, invoice_id, ...capture }, capture.payee ?? payee);
  if (captures.length === 1) return message;
  return { ...message, faults: [`It names ${captures.length} payments, and one was asked for.`] };
}

function fromCapture(capture: Movement, payee: Movement["payee"]): PaymentMessage {
  const named = [payee?.merchant_id, payee?.email_address].filter((name) => name !== undefined);
  return {
    ...moneyOf(capture),
    kind: kindOfCapture.get(capture.status ?? "") ?? "other",
    pendingReason: describePendingReason(capture.status_details?.reason ?? null),
    // PayPal can leave out the payee, because the credentials of this site capture payments only
    // for their own account.
    receivers: named.length === 0 ? null : named,
  };
}

function fromRefund(refund: Movement): PaymentMessage {
  return takenBack(refund, kindOfRefund.get(refund.status ?? "") ?? "other");
}

function takenBack(movement: Movement, kind: MessageKind): PaymentMessage {
  const message = moneyOf(movement);
  const { grossCents } = message;
  return {
    ...message,
    kind,
    parentTransactionId: idOfCapture(movement),
    pendingReason: describePendingReason(movement.status_details?.reason ?? null),
    // PayPal writes refunded amounts without a sign.
    grossCents: grossCents === null ? null : -grossCents,
  };
}

function moneyOf({ id, status, amount, custom_id, invoice_id }: Movement): PaymentMessage {
  return {
    ...emptyMessage,
    rawStatus: status ?? null,
    transactionId: id ?? null,
    attemptId: custom_id ?? null,
    orderReference: invoice_id ?? null,
    grossCents: centsFromAmount(amount?.value ?? ""),
    currency: amount?.currency_code ?? null,
  };
}

/**
 * A won dispute returns the money of a reversal. PayPal does not say whether there was a reversal,
 * so an admin has to decide.
 */
function fromDispute(dispute: Dispute): PaymentMessage {
  const outcome = dispute.dispute_outcome?.outcome_code ?? null;
  const [transaction] = dispute.disputed_transactions;
  const isWon = outcome !== null && wonDisputes.includes(outcome);
  return {
    ...emptyMessage,
    kind: isWon ? "reversal-cancelled" : "other",
    rawStatus: outcome,
    transactionId: dispute.dispute_id ?? null,
    parentTransactionId: transaction?.seller_transaction_id ?? null,
    attemptId: transaction?.custom ?? null,
    orderReference: transaction?.invoice_number ?? null,
    grossCents: centsFromAmount(dispute.dispute_amount?.value ?? ""),
    currency: dispute.dispute_amount?.currency_code ?? null,
    needsDecision: isWon
      ? "A dispute was decided in your favour. If PayPal had taken the money back, it will return it: accept this once you see it in your account."
      : null,
  };
}
