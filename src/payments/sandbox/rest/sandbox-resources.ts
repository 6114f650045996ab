import { randomUUID } from "node:crypto";
import { amountFromCents } from "#platform/money.ts";
import type { SandboxMessage } from "../deliver.ts";
import { type Delivery, outcomeNamed } from "../outcomes.ts";
import { isAboutPayment, movedCents, newTransactionId } from "../sandbox-message.ts";
import type { SandboxOrder } from "../sandbox-orders.server.ts";
import type { SandboxEvent } from "../subscriptions/sandbox-billing.ts";
import { faultMark } from "../verification-fault.ts";
import { sandboxPayee, signatureHeaders } from "./sandbox-account.ts";

const captureStatus = { Completed: "COMPLETED", Pending: "PENDING", Denied: "DECLINED" } as const;

export const eventTypes = {
  Completed: "PAYMENT.CAPTURE.COMPLETED",
  Pending: "PAYMENT.CAPTURE.PENDING",
  Denied: "PAYMENT.CAPTURE.DENIED",
  Refunded: "PAYMENT.CAPTURE.REFUNDED",
  Reversed: "PAYMENT.CAPTURE.REVERSED",
  Canceled_Reversal: "CUSTOMER.DISPUTE.RESOLVED",
} as const satisfies Record<Delivery["status"], string>;

export function orderResource(order: SandboxOrder, apiUrl: string) {
  const capture =
    order.capture === null ? undefined : captureResource(order, captured(order), apiUrl);
  return {
    id: order.id,
    intent: "CAPTURE",
    status: capture ? "COMPLETED" : order.outcome === null ? "PAYER_ACTION_REQUIRED" : "APPROVED",
    purchase_units: [
      {
        reference_id: "default",
        custom_id: order.customId,
        invoice_id: order.invoiceId,
        amount: amountOf(order.amountCents, order.currency),
        payee: capture?.payee ?? sandboxPayee,
        ...(capture !== undefined && { payments: { captures: [capture] } }),
      },
    ],
  };
}

/**
 * The delivery that the response to a capture describes. The response says "Pending" when all
 * notifications about the payment are delayed or fail their verification.
 */
function captured({ outcome }: SandboxOrder): Delivery {
  const deliveries = outcomeNamed(outcome)?.deliveries ?? [];
  const told = deliveries.find(
    (delivery) =>
      isAboutPayment(delivery) &&
      delivery.delayMs === undefined &&
      delivery.verification === undefined,
  );
  return told ?? { status: deliveries.length === 0 ? "Completed" : "Pending" };
}

export function webhook(
  order: SandboxOrder,
  delivery: Delivery,
  { apiUrl, ...signing }: EventSigning & { readonly apiUrl: string },
): SandboxMessage {
  const { verification, status, refund } = delivery;
  const returned = refund ?? {
    id: newTransactionId(),
    cents: movedCents(order.amountCents, delivery),
  };
  const resource = isAboutPayment(delivery)
    ? captureResource(order, delivery, apiUrl)
    : status === "Canceled_Reversal"
      ? wonDispute(order)
      : refundResource(order, returned, apiUrl);
  const mark = verification && { sandbox_verification: faultMark(verification) };
  return signedEvent(signing, eventTypes[status], { resource, ...mark });
}

interface EventSigning {
  readonly secret: string;
  /** PayPal signs an event for one webhook. */
  readonly webhookId: string;
}

export function signedEvent(signing: EventSigning, type: string, rest: object): SandboxMessage {
  const id = `WH-${randomUUID()}`;
  return signed(signing, {
    id,
    event_version: "1.0",
    create_time: new Date().toISOString(),
    event_type: type,
    summary: "Zoë's test payment",
    ...rest,
  });
}

/** An event about a subscription, as it is sent and listed. */
export function eventBody({ id, at, type, resource }: SandboxEvent) {
  const create_time = new Date(at).toISOString();
  return { id, event_version: "1.0", create_time, event_type: type, resource };
}

export function signed<Event extends { readonly id: string }>(
  { secret, webhookId }: EventSigning,
  event: Event,
): SandboxMessage {
  const body = JSON.stringify(event);
  return {
    body,
    headers: {
      "content-type": "application/json",
      ...signatureHeaders(secret, webhookId, event.id, body),
    },
  };
}

function captureResource(order: SandboxOrder, delivery: Delivery, apiUrl: string) {
  const { status, wrong } = delivery;
  const isWrong = wrong === "receiver";
  const payee = isWrong
    ? { merchant_id: "SOMEBODYELSE", email_address: "somebody@example.com" }
    : sandboxPayee;
  return {
    id: order.capture?.id,
    status: captureStatus[status as keyof typeof captureStatus],
    ...(status === "Pending" && { status_details: { reason: "PENDING_REVIEW" } }),
    amount: amountOf(
      movedCents(order.amountCents, delivery),
      wrong === "currency" ? "EUR" : order.currency,
    ),
    custom_id: order.customId,
    invoice_id: order.invoiceId,
    payee,
    final_capture: true,
    links: [{ rel: "up", href: `${apiUrl}/v2/checkout/orders/${order.id}`, method: "GET" }],
  };
}

/** PayPal has one format for refunds and reversals. */
export function refundResource(
  order: SandboxOrder,
  { id, cents }: { readonly id: string; readonly cents: number },
  apiUrl: string,
) {
  const capturePath = `/v2/payments/captures/${order.capture?.id}`;
  return {
    id,
    status: "COMPLETED",
    amount: amountOf(cents, order.currency),
    custom_id: order.customId,
    // A payment of a subscription has no invoice of the shop.
    ...(order.invoiceId !== "" && { invoice_id: order.invoiceId }),
    links: [{ rel: "up", href: `${apiUrl}${capturePath}`, method: "GET" }],
  };
}

function wonDispute(order: SandboxOrder) {
  return {
    dispute_id: `PP-D-${newTransactionId()}`,
    status: "RESOLVED",
    dispute_amount: amountOf(order.amountCents, order.currency),
    dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" },
    disputed_transactions: [
      {
        seller_transaction_id: order.capture?.id,
        custom: order.customId,
        invoice_number: order.invoiceId,
      },
    ],
  };
}

function amountOf(cents: number, currency: string) {
  return { currency_code: currency, value: amountFromCents(cents) };
}
