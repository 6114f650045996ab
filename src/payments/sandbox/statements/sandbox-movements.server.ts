import { createHash } from "node:crypto";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import { readMessage } from "#payments/paypal-rest/read-message.ts";
import { readNotification } from "#payments/paypal-standard/read-notification.ts";
import { readEvent } from "#payments/stripe/read-event.ts";
import type { Queries } from "#platform/database/database.ts";
import { isSameText } from "#platform/signatures.ts";
import { builtInWebhookId, isSignedWebhook } from "../rest/sandbox-account.ts";
import { orderResource } from "../rest/sandbox-resources.ts";
import { isSandboxMessage } from "../sandbox-message.ts";
import type { SandboxOrder } from "../sandbox-orders.server.ts";
import { sandboxStripeKeys } from "../stripe/stripe-account.ts";
import { sessionResource, signatureHeader } from "../stripe/stripe-resources.ts";
import { type AccountMovement, feeOf } from "./account-movement.ts";

interface Told {
  readonly raw: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** How the built-in account of a protocol signs its messages, and how they are read. */
interface Protocol {
  readonly isOwn: (told: Told, secret: string) => boolean;
  readonly read: (raw: Uint8Array) => PaymentMessage;
}

const protocols: Readonly<Record<string, Protocol>> = {
  sandbox: { isOwn: ({ raw }, secret) => isSandboxMessage(raw, secret), read: readNotification },
  "sandbox-rest": {
    isOwn({ raw, headers }, secret) {
      const asked = {
        transmission_id: headers["paypal-transmission-id"] ?? "",
        transmission_sig: headers["paypal-transmission-sig"] ?? "",
        transmission_time: headers["paypal-transmission-time"] ?? "",
        webhook_id: builtInWebhookId,
      };
      return isSignedWebhook(secret, asked, raw.toString());
    },
    read: readMessage,
  },
  "sandbox-stripe": {
    isOwn({ raw, headers }, secret) {
      const given = headers["stripe-signature"] ?? "";
      const seconds = Number(/^t=(\d+)/.exec(given)?.[1]);
      const { webhookSecret } = sandboxStripeKeys(secret);
      return isSameText(given, signatureHeader(webhookSecret, seconds, raw.toString()));
    },
    read: readEvent,
  },
};

const providersOf = { paypal: ["sandbox", "sandbox-rest"], stripe: ["sandbox-stripe"] } as const;

/**
 * What the built-in account of a simulated provider has booked, oldest first: all that its messages
 * told, and the payments and refunds that were never told. Does not ask whether the shop believed it.
 */
export async function sandboxMovements(
  queries: Queries,
  provider: "paypal" | "stripe",
  secret: string,
): Promise<readonly AccountMovement[]> {
  const movements = new Map<string, AccountMovement>();
  const book = (movement: AccountMovement | undefined) => {
    if (movement === undefined) return;
    const key = `${movement.kind} ${movement.id}`;
    if (!movements.has(key)) movements.set(key, movement);
  };
  const notifications = await queries
    .selectFrom("payment_notifications")
    .select(["provider", "raw", "headers", "received_at"])
    .where("provider", "in", providersOf[provider])
    .orderBy("id")
    .execute();
  for (const { provider: name, raw, headers, received_at: at } of notifications) {
    const told = { raw: Buffer.from(raw), headers: JSON.parse(headers) };
    const protocol = protocols[name];
    if (protocol?.isOwn(told, secret)) book(movementTold(protocol.read(told.raw), at));
  }
  const orders = await queries
    .selectFrom("sandbox_orders")
    .select(["document", "created_at"])
    .where("capture_id", "is not", null)
    .orderBy("created_at")
    .execute();
  for (const { document, created_at } of orders) {
    const order: SandboxOrder = JSON.parse(document);
    if (order.account === "pasted" || isOfStripe(order) !== (provider === "stripe")) continue;
    const at = order.paidAt ?? created_at;
    book(paymentOf(order, at));
    for (const { id, cents } of order.refunds) {
      book({ ...aboutOrder(order, at + 1), kind: "refund", id, cents: -cents, feeCents: 0 });
    }
  }
  return [...movements.values()].toSorted((one, other) => one.at - other.at);
}

function isOfStripe({ id }: SandboxOrder): boolean {
  return /^(?:cs|in)_/.test(id);
}

const kinds: Partial<Record<PaymentMessage["kind"], AccountMovement["kind"]>> = {
  completed: "payment",
  refunded: "refund",
  reversed: "reversal",
  "reversal-cancelled": "won-dispute",
};

function movementTold(message: PaymentMessage, at: number): AccountMovement | undefined {
  const { transactionId, parentTransactionId, grossCents, currency } = message;
  const isFailedRefund = message.kind === "failed" && parentTransactionId !== null;
  const kind = isFailedRefund ? "failed-refund" : kinds[message.kind];
  if (kind === undefined || transactionId === null || grossCents === null) return undefined;
  const cents = isFailedRefund ? Math.abs(grossCents) : grossCents;
  return {
    kind,
    id: bookedId(kind, transactionId),
    paymentId: parentTransactionId ?? "",
    cents,
    feeCents: kind === "payment" ? feeOf(cents) : 0,
    currency: currency ?? "USD",
    at,
    orderReference: message.orderReference ?? "",
    attemptId: message.attemptId ?? "",
  };
}

/** PayPal reports a won dispute by the id of the dispute, and books it as a transaction. */
function bookedId(kind: AccountMovement["kind"], id: string): string {
  if (kind !== "won-dispute" || !id.startsWith("PP-D-")) return id;
  return createHash("sha256").update(id).digest("hex").slice(0, 17).toUpperCase();
}

function aboutOrder(order: SandboxOrder, at: number) {
  return {
    paymentId: order.capture?.id ?? "",
    currency: order.currency,
    at,
    orderReference: order.invoiceId,
    attemptId: order.customId,
  };
}

/** The payment of a captured order, if its outcome lets the money arrive. */
function paymentOf(order: SandboxOrder, at: number): AccountMovement | undefined {
  const arrived = isOfStripe(order) ? arrivedAtStripe(order) : arrivedAtPaypal(order);
  if (arrived === undefined || order.capture === null) return undefined;
  const { cents, currency } = arrived;
  const about = { ...aboutOrder(order, at), paymentId: "", currency };
  return { ...about, kind: "payment", id: order.capture.id, cents, feeCents: feeOf(cents) };
}

interface Arrived {
  readonly cents: number;
  readonly currency: string;
}

function arrivedAtStripe(order: SandboxOrder): Arrived | undefined {
  if (order.subscriptionId !== undefined && order.terms === undefined) {
    return { cents: order.amountCents, currency: order.currency };
  }
  // The first payment of a subscription is kept as an order of its own.
  if (order.terms !== undefined) return undefined;
  const session = sessionResource(order, "");
  if (session.payment_status !== "paid") return undefined;
  return { cents: session.amount_total, currency: session.currency.toUpperCase() };
}

function arrivedAtPaypal(order: SandboxOrder): Arrived | undefined {
  if (order.subscriptionId !== undefined) {
    return { cents: order.amountCents, currency: order.currency };
  }
  const capture = readMessage(Buffer.from(JSON.stringify(orderResource(order, ""))));
  if (capture.kind !== "completed" || capture.grossCents === null) return undefined;
  return { cents: capture.grossCents, currency: capture.currency ?? order.currency };
}
