import { createHmac } from "node:crypto";
import type { Stripe } from "stripe";
import type { SandboxMessage } from "../deliver.ts";
import { movedCents } from "../sandbox-message.ts";
import type { SandboxOrder, SandboxRefund } from "../sandbox-orders.server.ts";
import { faultMark } from "../verification-fault.ts";
import { type StripeDelivery, stripeOutcomeNamed } from "./stripe-outcomes.ts";

/** The Checkout session of an order. `told` is the delivery that reports it. */
export function sessionResource(order: SandboxOrder, checkoutUrl: string, told?: StripeDelivery) {
  const isPaid = order.capture !== null;
  const delivery = told ?? latestOf(order);
  const isExpired = delivery.status === "Expired";
  return {
    id: order.id,
    object: "checkout.session",
    mode: "payment",
    status: isExpired ? "expired" : isPaid ? "complete" : "open",
    payment_status: isPaid && delivery.status === "Completed" ? "paid" : "unpaid",
    client_reference_id: order.customId,
    amount_total: movedCents(order.amountCents, delivery),
    currency: delivery.wrong === "currency" ? "eur" : order.currency.toLowerCase(),
    payment_intent: isExpired ? null : (order.capture?.id ?? null),
    livemode: false,
    metadata: { attempt: order.customId, order: order.invoiceId },
    success_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    url: isPaid ? null : `${checkoutUrl}/${order.id}`,
  } satisfies Partial<Stripe.Checkout.Session>;
}

/** State of a payment for a shop that asks: what has a delay has not happened yet. */
function latestOf(order: SandboxOrder): StripeDelivery {
  const deliveries = stripeOutcomeNamed(order.outcome)?.deliveries ?? [];
  if (deliveries.length === 0) return { status: "Completed" };
  const told = deliveries.filter(({ status, delayMs }) => isOfSession(status) && !delayMs);
  return told.find(({ status }) => status === "Completed") ?? told[0] ?? { status: "Pending" };
}

export function refundResource(
  order: SandboxOrder,
  { id, cents, idempotencyKey }: Pick<SandboxRefund, "id" | "cents"> & Partial<SandboxRefund>,
  status = "succeeded",
) {
  return {
    id,
    object: "refund",
    amount: cents,
    currency: order.currency.toLowerCase(),
    payment_intent: order.capture?.id ?? null,
    status,
    metadata: idempotencyKey === undefined ? {} : { request: idempotencyKey },
  } satisfies Partial<Stripe.Refund>;
}

const disputeStatus: Partial<Record<StripeDelivery["status"], Stripe.Dispute.Status>> = {
  Canceled_Reversal: "won",
  Dispute_Won: "won",
  Dispute_Lost: "lost",
};

const daysToAnswer = 9;

export function disputeResource(order: SandboxOrder, delivery: StripeDelivery) {
  return {
    id: `dp_${order.capture?.id.slice(3)}`,
    object: "dispute",
    amount: movedCents(order.amountCents, delivery),
    currency: order.currency.toLowerCase(),
    payment_intent: order.capture?.id ?? null,
    reason: "product_not_received",
    status: disputeStatus[delivery.status] ?? "needs_response",
    evidence_details: {
      due_by: secondsOf(order.paidAt ?? 0) + daysToAnswer * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    livemode: false,
  } satisfies Partial<Stripe.Dispute>;
}

const sessionEvents = {
  Completed: "checkout.session.completed",
  Pending: "checkout.session.completed",
  Denied: "checkout.session.async_payment_failed",
  Expired: "checkout.session.expired",
} as const;

function isOfSession(status: StripeDelivery["status"]): status is keyof typeof sessionEvents {
  return status in sessionEvents;
}

export function eventTypeOf(order: SandboxOrder, { status }: StripeDelivery): Stripe.Event["type"] {
  switch (status) {
    case "Refunded":
      return "refund.created";
    case "Refund_Failed":
      return "refund.failed";
    case "Reversed":
      return "charge.dispute.funds_withdrawn";
    case "Canceled_Reversal":
      return "charge.dispute.funds_reinstated";
    case "Dispute_Opened":
      return "charge.dispute.created";
    case "Dispute_Won":
    case "Dispute_Lost":
      return "charge.dispute.closed";
    case "Completed": {
      const deliveries = stripeOutcomeNamed(order.outcome)?.deliveries ?? [];
      const isSlow = deliveries.some((each) => each.status === "Pending");
      return isSlow ? "checkout.session.async_payment_succeeded" : sessionEvents.Completed;
    }
    default:
      return sessionEvents[status];
  }
}

function resourceOf(order: SandboxOrder, delivery: StripeDelivery, checkoutUrl: string) {
  const { status } = delivery;
  if (isOfSession(status)) return sessionResource(order, checkoutUrl, delivery);
  if (status !== "Refunded" && status !== "Refund_Failed") return disputeResource(order, delivery);
  const cents = movedCents(order.amountCents, delivery);
  const id = `re_${order.capture?.id.slice(3)}`;
  const state = status === "Refunded" ? "succeeded" : "failed";
  return refundResource(order, delivery.refund ?? { id, cents }, state);
}

/** Version of Stripe's interface that the installed package speaks. */
export const apiVersion = "2026-10-28.endive" satisfies Stripe.LatestApiVersion;

interface EventOptions {
  readonly checkoutUrl: string;
  readonly createdAt: number;
}

function eventResource(
  order: SandboxOrder,
  delivery: StripeDelivery,
  { checkoutUrl, createdAt }: EventOptions,
) {
  const { verification, wrong, status, refund } = delivery;
  const mark = verification === undefined ? "" : `${faultMark(verification)}.`;
  return {
    id: `evt_${mark}${refund?.id ?? order.id}_${status}`,
    object: "event",
    api_version: apiVersion,
    created: secondsOf(createdAt),
    livemode: false,
    type: eventTypeOf(order, delivery),
    ...(wrong === "receiver" && { account: "acct_somebody_else" }),
    data: { object: resourceOf(order, delivery, checkoutUrl) },
  };
}

/** All that Stripe has reported about an order, newest first, for a shop that asks for events. */
export function eventsAbout(order: SandboxOrder, checkoutUrl: string, now: number) {
  const { paidAt, refunds, outcome, terms } = order;
  // The events of a subscription are kept apart.
  if (paidAt === undefined || terms !== undefined) return [];
  const deliveries = stripeOutcomeNamed(outcome)?.deliveries ?? [];
  const made: readonly StripeDelivery[] = refunds.map((refund) => ({
    status: "Refunded",
    refund,
  }));
  return [...deliveries, ...made]
    .filter(({ verification, delayMs = 0 }) => !verification && paidAt + delayMs <= now)
    .map((delivery) => {
      const createdAt = paidAt + (delivery.delayMs ?? 0);
      return eventResource(order, delivery, { checkoutUrl, createdAt });
    })
    .reverse();
}

interface SigningOptions {
  readonly webhookSecret: string;
  readonly checkoutUrl: string;
  /** True for a signature so old that the shop asks for the event. */
  readonly isStale?: boolean;
}

/** Age of a signature that makes the shop ask for the event. */
const staleSeconds = 3600;

/**
 * A signed event. The shop verifies a signature by itself, so a fault of the verification makes the
 * signature old, and the fault is in the id of the event for which the shop then asks.
 */
export function signedEvent(
  order: SandboxOrder,
  delivery: StripeDelivery,
  { webhookSecret, checkoutUrl, isStale = delivery.verification !== undefined }: SigningOptions,
): SandboxMessage {
  const event = eventResource(order, delivery, { checkoutUrl, createdAt: Date.now() });
  return signed(event, webhookSecret, isStale);
}

/** A signature is of the present, even if the event is of another time. */
export function signed(event: object, webhookSecret: string, isStale = false): SandboxMessage {
  const body = JSON.stringify(event);
  const seconds = secondsOf(Date.now()) - (isStale ? staleSeconds : 0);
  return {
    body,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": signatureHeader(webhookSecret, seconds, body),
    },
  };
}

/** In the format of Stripe's header; the shop checks it with Stripe's own package. */
export function signatureHeader(webhookSecret: string, seconds: number, body: string): string {
  const signature = createHmac("sha256", webhookSecret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}

export function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
