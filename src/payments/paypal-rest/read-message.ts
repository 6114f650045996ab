import { z } from "zod";
import { centsFromAmount } from "#platform/money.ts";
import { parseJson } from "#platform/texts/parse-json.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import type { MessageKind, PaymentMessage } from "../payment-provider.ts";
import { describePendingReason } from "../paypal-pending-reasons.ts";

/** PayPal's limit for pass-through values such as `custom_id`; PayPal's own ids are shorter. */
const longestText = 255;

const text = z.string().min(1).max(longestText).refine(isPlainText).optional();
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

/** Calls `then` with a value that the schema accepts; undefined for any other value. */
function read<Schema extends z.ZodType, Result>(
  schema: Schema,
  value: unknown,
  then: (read: z.output<Schema>) => Result,
): Result | undefined {
  const { success, data } = schema.safeParse(value);
  return success ? then(data) : undefined;
}

/** Undefined for bytes that are not JSON. */
function jsonIn(raw: Uint8Array): unknown {
  try {
    return parseJson(Buffer.from(raw).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Id of the capture to which a refund or reversal belongs, from the link "up". */
function idOfCapture(given: Movement): string | null {
  const up = given.links?.find(({ rel }) => rel === "up")?.href ?? "";
  return /\/v2\/payments\/captures\/([\w-]{1,64})$/.exec(up)?.[1] ?? null;
}

type Fields = (readonly [name: string, value: string])[];

/** All fields of a message, named by paths such as "resource.amount.value". */
export function jsonFields(raw: Uint8Array): Fields {
  return fieldsIn(jsonIn(raw), "");
}

function fieldsIn(value: unknown, path: string): Fields {
  if (value === undefined || value === null) return [];
  if (typeof value !== "object") return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsIn(inner, path === "" ? name : `${path}.${name}`),
  );
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

const nothing: PaymentMessage = {
  kind: "other",
  rawStatus: null,
  pendingReason: null,
  transactionId: null,
  parentTransactionId: null,
  attemptId: null,
  orderReference: null,
  checkoutReference: null,
  grossCents: null,
  currency: null,
  receivers: null,
  testMode: false,
  faults: [],
  needsDecision: null,
};

/** Reads an untrusted webhook, or the response to a capture or refund. */
export function readMessage(raw: Uint8Array): PaymentMessage {
  const value = jsonIn(raw);
  const { data } = event.safeParse(value);
  const message =
    data === undefined ? fromAnswer(value) : fromEvent(data.event_type, data.resource);
  return message ?? { ...nothing, faults: ["It does not have the format of PayPal’s messages."] };
}

function fromEvent(type: string, resource: unknown): PaymentMessage | undefined {
  switch (type) {
    case "CHECKOUT.ORDER.APPROVED":
      return read(order, resource, fromOrder);
    case "PAYMENT.CAPTURE.COMPLETED":
    case "PAYMENT.CAPTURE.PENDING":
    case "PAYMENT.CAPTURE.DENIED":
    case "PAYMENT.CAPTURE.DECLINED":
      return read(movement, resource, (capture) => fromCapture(capture, capture.payee));
    case "PAYMENT.CAPTURE.REFUNDED":
    case "PAYMENT.REFUND.PENDING":
    case "PAYMENT.REFUND.FAILED":
      return read(movement, resource, fromRefund);
    case "PAYMENT.CAPTURE.REVERSED":
      return read(movement, resource, (reversal) => takenBack(reversal, "reversed"));
    case "CUSTOMER.DISPUTE.RESOLVED":
      return read(dispute, resource, fromDispute);
    default:
      return { ...nothing, rawStatus: type.slice(0, 100).toWellFormed() };
  }
}

function fromAnswer(value: unknown): PaymentMessage | undefined {
  const { data } = order.safeParse(value);
  if (data !== undefined) return fromOrder(data);
  return read(movement, value, (refund) =>
    idOfCapture(refund) === null ? undefined : fromRefund(refund),
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
      ...nothing,
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
    ...nothing,
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
    ...nothing,
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
