import { keptCents, type Order, takenBackCents } from "#orders/order.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import {
  findAttempt,
  type PaymentAttempt,
} from "#payments/attempts/payment-attempt-store.server.ts";
import {
  countOpenReviews,
  openReviewRows,
  type ReviewRow,
} from "#payments/notifications/review-store.server.ts";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import type { Payments } from "#payments/payments.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import type { ListRange } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { orderIdOfReport } from "#subscriptions/providers/start-at-provider.server.ts";
import { ledgerKindOf } from "../ledger/apply-notification.ts";
import { findInLedger, ledgerOfOrder, orderOfPayment } from "../ledger/order-ledger.server.ts";
import { fieldsOfMessage } from "../ledger/order-notifications.ts";
import type { PaymentProgressDependencies } from "../paying/payment-progress.ts";
import { refundableCents } from "../refunds/refund-payment.ts";
import { refundRequestsOf } from "../refunds/refund-requests.server.ts";
import { reasonAgainstCurrency, reasonAgainstEntry } from "../settling/reasons-against-payment.ts";
import type { Decision, InLedger, Review, ReviewFacts } from "./review.ts";

function reasonsAgainstDecisions(facts: ReviewFacts): Readonly<Record<Decision, string | null>> {
  if (!facts.isGenuine) {
    const unproven = "The notification is not verified yet. Verify it again first.";
    const refusals = { accept: unproven, link: unproven, refund: unproven };
    return { ...refusals, dismiss: null, "ask-again": reasonAgainstAskingAgain(facts) };
  }
  return {
    accept: reasonAgainstAccepting(facts),
    link: reasonAgainstLinking(facts),
    refund: reasonAgainstRefunding(facts),
    dismiss: null,
    "ask-again": "The notification is already verified.",
  };
}

function reasonAgainstAccepting(facts: ReviewFacts): string | null {
  const { inLedger, order, message, attempt } = facts;
  if (inLedger === "itself") return null;
  const unfit = reasonAgainstEntering(facts);
  if (unfit !== null) return unfit;
  if (order === null)
    return "The payment names no order of this shop. Apply it to the right order.";
  if (message === null) return notSetUp(facts.provider);
  // Does not compare the order that a refund or reversal names with `order`: an admin may have
  // linked the payment to another order than the named one.
  if (message.kind !== "completed") {
    return reasonAgainstCurrency(message, order) ?? reasonAgainstReturn(message, facts);
  }
  const named = [attempt?.orderReference, message.orderReference];
  if (named.some((reference) => reference && reference !== order.id)) {
    return "The payment names more than one order. Apply it to the right order.";
  }
  return reasonAgainstCurrency(message, order);
}

/**
 * The shop can win a dispute before the provider has taken any money. The notification about the
 * won dispute then has no money to return.
 */
function reasonAgainstReturn(
  { kind, parentTransactionId }: PaymentMessage,
  { takenBackCents }: ReviewFacts,
): string | null {
  if (kind !== "reversal-cancelled" || takenBackCents > 0) return null;
  return `The provider has not reported taking back money of payment ${parentTransactionId}, so there is nothing to return. If money has left your account, wait until the provider reports it. If not, dismiss this notification.`;
}

function reasonAgainstLinking(facts: ReviewFacts): string | null {
  const { inLedger, order, message } = facts;
  if (inLedger === "itself")
    return `This notification is already applied to order ${order?.number}.`;
  const unfit = reasonAgainstEntering(facts);
  if (unfit !== null) return unfit;
  if (message?.kind === "completed") return null;
  return `A refund always belongs to the order of its payment (${message?.parentTransactionId}), so you cannot choose another order.`;
}

/** Reason why this notification cannot be applied to any order. */
function reasonAgainstEntering(facts: ReviewFacts): string | null {
  const { message, provider, rawStatus, inLedger, transactionId, orderWithMoney } = facts;
  if (message === null) return notSetUp(provider);
  if (message.faults[0] !== undefined)
    return `${message.faults[0]} Check the payment in your account at the provider.`;
  if (ledgerKindOf[message.kind] === null)
    return `The provider reports ${rawStatus ?? "no status"}: no money has moved.`;
  const unfit = reasonAgainstEntry(message);
  if (unfit !== null) return unfit;
  if (inLedger === "another") {
    return `Transaction ${transactionId} is already applied to order ${orderWithMoney?.number}.`;
  }
  if (inLedger === "another-protocol") {
    return `Transaction ${transactionId} is already applied. The provider has reported it in two formats, so dismiss this notification.`;
  }
  if (inLedger === "its-payment-is-elsewhere") {
    return `The provider reports payment ${message.parentTransactionId} and its refunds in two formats. When the order shows the refund, dismiss this notification.`;
  }
  if (inLedger === "its-payment-is-not") {
    const then =
      message.needsDecision === null
        ? "The notification is applied automatically when the payment arrives."
        : "Review the notification when the payment has arrived.";
    return `This notification is about payment ${message.parentTransactionId}, which your site has not received. ${then}`;
  }
  return null;
}

function reasonAgainstRefunding(facts: ReviewFacts): string | null {
  const { message, transactionId, provider, attempt, refundPage } = facts;
  if (message === null) return notSetUp(provider);
  if (message.kind !== "completed")
    return "This notification is not about a payment, so there is nothing to refund.";
  if (transactionId === null)
    return "The notification has no transaction id, so the payment cannot be refunded here.";
  if (facts.inLedger === "another" || facts.inLedger === "another-protocol") {
    return "Another notification reports the same payment. Refund the payment there.";
  }
  if (facts.isGivenBack) return null;
  if (facts.refundableCents <= 0) {
    return facts.inLedger === "itself"
      ? "A refund of this payment is in progress. Review this notification again when the refund has ended."
      : "The payment has no amount to refund.";
  }
  if (refundPage !== null || (attempt !== null && message.currency !== null)) return null;
  return "The notification names no payment of this site. Refund the payment in your account at the provider.";
}

function reasonAgainstAskingAgain({ message, provider }: ReviewFacts): string | null {
  return message === null ? notSetUp(provider) : null;
}

function notSetUp(provider: string): string {
  return `The notification came from ${storedProvider(provider).displayName}, which is no longer set up.`;
}

export async function readReview(
  queries: Queries,
  payments: Payments,
  row: ReviewRow,
): Promise<Review> {
  // Notifications of a provider that is no longer configured cannot be read.
  const provider = payments.through(row.provider)?.provider;
  const read = provider?.readNotification(row.raw) ?? null;
  const started = await findAttempt(queries, row.provider, row.attempt_id);
  const { message, attempt, ownOrderId } = await namedOrder(queries, row, read, started);
  const { inLedger, orderId } = await placeInLedger(queries, row, message);
  // Another notification can have applied the transaction to another order. The review then shows
  // the order that the reviewed notification names.
  const shownId = inLedger === "another" ? (ownOrderId ?? orderId) : (orderId ?? ownOrderId);
  const order = await orderWith(queries, shownId);
  const transactionId = row.transaction_id;
  const facts: ReviewFacts = {
    id: row.id,
    provider: row.provider,
    receivedAt: row.received_at,
    isGenuine: row.state !== "unanswered",
    rawStatus: row.payment_status,
    transactionId,
    reason: row.outcome_reason ?? "",
    message,
    fields: provider === undefined ? [] : fieldsOfMessage(provider, row.raw),
    attempt,
    order,
    orderWithMoney: orderId === shownId ? order : await orderWith(queries, orderId),
    inLedger,
    takenBackCents: await takenBack(queries, orderId, message),
    refundPage: (transactionId && provider?.refundPage(transactionId)) ?? null,
    ...(inLedger === "itself" && orderId !== null
      ? await moneyLeft(queries, orderId, row)
      : { refundableCents: message?.grossCents ?? 0, refundKey: row.id, isGivenBack: false }),
  };
  return { ...facts, refusals: reasonsAgainstDecisions(facts) };
}

/**
 * The order that a message names. A message about a subscription names the order with which the
 * customer subscribed, and is about the order of its period.
 */
async function namedOrder(
  queries: Queries,
  row: ReviewRow,
  message: PaymentMessage | null,
  attempt: PaymentAttempt | null,
) {
  const startedWith = attempt?.orderReference ?? row.order_reference;
  if (message === null || message.subscription === null) {
    return { message, attempt, ownOrderId: startedWith };
  }
  const { subscription } = message;
  const orderId = await orderIdOfReport(queries, row.provider, subscription, startedWith);
  return {
    message: { ...message, orderReference: null },
    attempt: attempt && { ...attempt, orderReference: orderId ?? "" },
    ownOrderId: orderId,
  };
}

async function orderWith(queries: Queries, id: string | null): Promise<Order | null> {
  return id === null ? null : ((await selectOrder(queries, id)) ?? null);
}

/**
 * Looks for the transaction of a notification in the ledger. `orderId` is the order that has the
 * transaction or, for a refund or reversal, its payment.
 */
async function placeInLedger(
  queries: Queries,
  { id, provider, transaction_id: transactionId }: ReviewRow,
  message: PaymentMessage | null,
): Promise<{ readonly inLedger: InLedger; readonly orderId: string | null }> {
  // The entry of a refund that failed gives the money back.
  const kind =
    message && (message.kind === "failed" ? "reversal-cancelled" : ledgerKindOf[message.kind]);
  if (message === null || kind === null || transactionId === null) {
    const payment = message?.parentTransactionId ?? null;
    return { inLedger: "no", orderId: (await orderOfPayment(queries, provider, payment)) ?? null };
  }
  const entry = await findInLedger(queries, provider, transactionId, kind);
  if (entry !== undefined) {
    const { orderId, notificationId } = entry;
    if (notificationId === id) return { inLedger: "itself", orderId };
    return {
      inLedger: entry.provider === provider ? "another" : "another-protocol",
      orderId,
    };
  }
  if (kind === "payment" || message.parentTransactionId === null) {
    return { inLedger: "no", orderId: null };
  }
  const paid = await findInLedger(queries, provider, message.parentTransactionId, "payment");
  if (paid === undefined) return { inLedger: "its-payment-is-not", orderId: null };
  const { orderId } = paid;
  return { inLedger: paid.provider === provider ? "no" : "its-payment-is-elsewhere", orderId };
}

async function takenBack(
  queries: Queries,
  orderId: string | null,
  message: PaymentMessage | null,
): Promise<number> {
  const payment = message?.parentTransactionId;
  if (orderId === null || !payment) return 0;
  return takenBackCents(payment, await ledgerOfOrder(queries, orderId));
}

async function moneyLeft(
  queries: Queries,
  orderId: string,
  { id, transaction_id: transactionId }: ReviewRow,
): Promise<Pick<ReviewFacts, "refundableCents" | "refundKey" | "isGivenBack">> {
  const ledger = await ledgerOfOrder(queries, orderId);
  const payment = ledger.find(
    (entry) => entry.kind === "payment" && entry.transactionId === transactionId,
  );
  if (payment === undefined) return { refundableCents: 0, refundKey: id, isGivenBack: false };
  const requests = await refundRequestsOf(queries, orderId);
  const ours = requests.filter((request) => request.id.startsWith(id));
  const asked = ours.find(({ state }) => state !== "refused");
  return {
    refundableCents: asked?.amount_cents ?? refundableCents(payment, ledger, requests),
    refundKey: asked?.id ?? (ours.length === 0 ? id : `${id}-${ours.length}`),
    isGivenBack: keptCents(payment, ledger) <= 0,
  };
}

export function noSuchReview(): AppError {
  return new AppError("not-found", "There is no such review.");
}

const rowsPerChunk = 20;

/**
 * Yields open reviews in chunks, oldest first. The first step throws "unauthenticated",
 * "forbidden", and "not-found" when `after` cannot be an id.
 */
export async function* listReviews(
  { database: { read }, payments }: Pick<PaymentProgressDependencies, "database" | "payments">,
  actor: Actor,
  { limit, after = "" }: ListRange = {},
): AsyncGenerator<readonly Review[]> {
  requireRight(actor, "see every order");
  if (!canBeId(after)) throw noSuchReview();
  const chunks = rowChunks({ after, limit, size: rowsPerChunk }, rowId, (last, size) =>
    openReviewRows(read, { after: last, limit: size }),
  );
  for await (const rows of chunks) {
    const reviews: Review[] = [];
    for (const row of rows) reviews.push(await readReview(read, payments, row));
    yield reviews;
  }
}

/**
 * Counts at most `most` open reviews, because every screen of the panel waits for this number.
 * Throws "unauthenticated" and "forbidden".
 */
export async function countReviews(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<number> {
  requireRight(actor, "see every order");
  return countOpenReviews(database.read, most);
}
