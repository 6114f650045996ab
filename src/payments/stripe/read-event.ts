import { z } from "zod";
import { dollarsFromCents } from "#platform/money.ts";
import { emptyMessage, jsonIn, messageText, readAs } from "../json-message.ts";
import type { MessageKind, PaymentMessage } from "../payment-provider.ts";
import {
  fromFailedCharge,
  fromInvoice,
  fromSubscription,
  invoice,
  readSubscriptionAnswer,
  subscription,
} from "./read-subscription.ts";

const text = messageText.nullish();
/** In the smallest unit of the currency. */
const amount = z.int().min(0).nullish();
const metadata = z.object({ attempt: text, order: text }).nullish();

const session = z.object({
  object: z.literal("checkout.session"),
  id: text,
  status: text,
  payment_status: text,
  client_reference_id: text,
  amount_total: amount,
  currency: text,
  payment_intent: text,
  livemode: z.boolean().optional(),
  metadata,
  mode: text,
  /** The first invoice of a subscription; only its id unless a call asked for the whole of it. */
  invoice: z.union([messageText, invoice]).nullish(),
});

const refund = z.object({
  object: z.literal("refund"),
  id: text,
  status: text,
  amount,
  currency: text,
  payment_intent: text,
  metadata,
});

const dispute = z.object({
  object: z.literal("dispute"),
  id: text,
  status: text,
  reason: text,
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
  amount,
  currency: text,
  payment_intent: text,
});

const event = z.object({
  object: z.literal("event"),
  id: text,
  type: messageText,
  created: z.int().min(0).optional(),
  livemode: z.boolean(),
  /** Set only in events of other accounts, which are connected to this one. */
  account: text,
  data: z.object({ object: z.unknown() }),
});

type Session = z.infer<typeof session>;
type Refund = z.infer<typeof refund>;
type Dispute = z.infer<typeof dispute>;
type StripeEvent = z.infer<typeof event>;

const eventsOfPayments = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
] as const;

/** Events of plans that are charged again and again. */
export const eventsOfPlans = [
  "invoice.paid",
  "invoice.payment_failed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
] as const;

/** Events that Furrow asks Stripe to send. */
export const heardEvents = [...eventsOfPayments, ...eventsOfPlans] as const;

type HeardEvent = (typeof heardEvents)[number];

/**
 * Reads an untrusted event, or the response to a call: a Checkout session, a refund, an invoice or
 * a subscription.
 */
export function readEvent(raw: Uint8Array): PaymentMessage {
  const value = jsonIn(raw);
  const { data } = event.safeParse(value);
  const message =
    data === undefined
      ? (readAs(session, value, fromSession) ??
        readAs(refund, value, fromRefund) ??
        readSubscriptionAnswer(value))
      : fromEvent(data);
  return (
    message ?? { ...emptyMessage, faults: ["It does not have the format of Stripe’s events."] }
  );
}

/** Id of the event, with which Stripe is asked for it again; null if there is none. */
export function eventIdIn(raw: Uint8Array): string | null {
  return readAs(event, jsonIn(raw), ({ id }) => id ?? null) ?? null;
}

function fromEvent(given: StripeEvent): PaymentMessage | undefined {
  const { type, livemode, account, data } = given;
  const read = isHeard(type) ? readers[type] : undefined;
  const message = read
    ? read(data.object, given)
    : { ...emptyMessage, rawStatus: type.slice(0, 100) };
  if (message === undefined) return undefined;
  const faults = account ? [`It is about the connected account ${account}.`] : message.faults;
  return { ...message, testMode: !livemode, faults };
}

function isHeard(type: string): type is HeardEvent {
  return (heardEvents as readonly string[]).includes(type);
}

type ReadObject = (value: unknown, event: StripeEvent) => PaymentMessage | undefined;

const readState: ReadObject = (value, { id, created = 0 }) =>
  readAs(subscription, value, (given) => fromSubscription(given, id ?? "no id", created));

const readers: Readonly<Record<HeardEvent, ReadObject>> = {
  "checkout.session.completed": (value) => readAs(session, value, fromSession),
  "checkout.session.async_payment_succeeded": (value) => readAs(session, value, fromSession),
  "checkout.session.async_payment_failed": (value) =>
    readAs(session, value, (given) => failed(given, "failed")),
  "checkout.session.expired": (value) =>
    readAs(session, value, (given) => failed(given, "expired")),
  "refund.created": (value) => readAs(refund, value, fromRefund),
  "refund.updated": (value) => readAs(refund, value, fromRefund),
  "refund.failed": (value) => readAs(refund, value, fromRefund),
  "charge.dispute.created": (value) => readAs(dispute, value, disputeOpened),
  "charge.dispute.closed": (value) => readAs(dispute, value, disputeClosed),
  "charge.dispute.funds_withdrawn": (value) =>
    readAs(dispute, value, (given) => fromDispute(given, "reversed", "funds withdrawn")),
  "charge.dispute.funds_reinstated": (value) =>
    readAs(dispute, value, (given) => fromDispute(given, "reversal-cancelled", "funds reinstated")),
  "invoice.paid": (value) => readAs(invoice, value, fromInvoice),
  "invoice.payment_failed": (value, { created = 0 }) =>
    readAs(invoice, value, (given) => fromFailedCharge(given, created)),
  "customer.subscription.created": readState,
  "customer.subscription.updated": readState,
  "customer.subscription.deleted": readState,
  "customer.subscription.paused": readState,
  "customer.subscription.resumed": readState,
};

/**
 * Reads a session as it stands now. A complete session that is unpaid was paid by a slow method,
 * such as a bank debit, whose result is known days later.
 */
function fromSession(given: Session): PaymentMessage {
  const message = moneyOf(given);
  if (given.status === "expired") return { ...message, kind: "failed", rawStatus: "expired" };
  if (given.status !== "complete") return { ...message, kind: "approved", grossCents: null };
  if (given.payment_status === "paid") return paidSession(given, message);
  if (given.payment_status !== "unpaid") return message;
  return {
    ...message,
    kind: "pending",
    pendingReason: "the customer’s bank needs some days to confirm it",
  };
}

/** The payment of a subscription belongs to its first invoice, for which Stripe has to be asked. */
function paidSession({ mode, invoice }: Session, message: PaymentMessage): PaymentMessage {
  if (mode !== "subscription") return { ...message, kind: "completed" };
  if (invoice && typeof invoice === "object") return fromInvoice(invoice);
  return { ...message, kind: "approved", grossCents: null };
}

/** No status of the session says that a slow payment failed, so the event's name is used. */
function failed(given: Session, rawStatus: string): PaymentMessage {
  return { ...moneyOf(given), kind: "failed", rawStatus };
}

function moneyOf(given: Session): PaymentMessage {
  const { metadata, amount_total, currency } = given;
  return {
    ...emptyMessage,
    rawStatus: given.payment_status ?? null,
    transactionId: given.payment_intent ?? null,
    attemptId: given.client_reference_id ?? null,
    orderReference: metadata?.order ?? null,
    checkoutReference: given.id ?? null,
    grossCents: amount_total ?? null,
    currency: currency?.toUpperCase() ?? null,
    testMode: given.livemode === false,
  };
}

/** Kinds by the status of a refund. Only a succeeded refund has moved money. */
const kindOfRefund: ReadonlyMap<string, MessageKind> = new Map([
  ["succeeded", "refunded"],
  ["pending", "pending"],
  ["requires_action", "pending"],
  ["failed", "failed"],
  ["canceled", "failed"],
]);

function fromRefund(given: Refund): PaymentMessage {
  const { amount, currency, metadata } = given;
  return {
    ...emptyMessage,
    kind: kindOfRefund.get(given.status ?? "") ?? "other",
    rawStatus: given.status ?? null,
    transactionId: given.id ?? null,
    parentTransactionId: given.payment_intent ?? null,
    attemptId: metadata?.attempt ?? null,
    orderReference: metadata?.order ?? null,
    // Stripe writes refunded amounts without a sign.
    grossCents: typeof amount === "number" ? -amount : null,
    currency: currency?.toUpperCase() ?? null,
  };
}

const disputeIsOpen = "dispute opened";

/** Opening a dispute moves no money; `funds_withdrawn` follows. Somebody must answer at Stripe. */
function disputeOpened(given: Dispute): PaymentMessage {
  const message = fromDispute(given, "other", disputeIsOpen);
  const { reason, evidence_details } = given;
  const amount = dollarsFromCents(given.amount ?? 0);
  const why = reason ? ` (reason: ${reason.replaceAll("_", " ")})` : "";
  const dueBy = evidence_details?.due_by;
  const until = dueBy ? ` by ${longDay.format(dueBy * 1000)}` : "";
  return {
    ...message,
    needsDecision: `The customer disputes ${amount} of the payment ${given.payment_intent}${why}. Answer in Stripe’s dashboard${until}; without an answer the money is lost. Dismiss this once you have answered.`,
  };
}

/** Money that comes back is told by `funds_reinstated`. */
function disputeClosed(given: Dispute): PaymentMessage {
  const { status } = given;
  const forWhom = { won: " for you", lost: " for the customer" }[String(status)] ?? "";
  return {
    ...fromDispute(given, "other", `dispute ${status}`),
    decided: {
      asked: disputeIsOpen,
      by: "Stripe",
      note: forWhom === "" ? "The dispute is closed." : `The dispute was decided${forWhom}.`,
    },
  };
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

function fromDispute(given: Dispute, kind: MessageKind, rawStatus: string): PaymentMessage {
  const { amount, currency } = given;
  const cents = typeof amount === "number" ? amount : null;
  return {
    ...emptyMessage,
    kind,
    rawStatus,
    transactionId: given.id ?? null,
    parentTransactionId: given.payment_intent ?? null,
    grossCents: cents !== null && kind === "reversed" ? -cents : cents,
    currency: currency?.toUpperCase() ?? null,
  };
}
