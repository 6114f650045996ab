import { findAttempt } from "../../payments/attempts/payment-attempt-store.server.ts";
import type { ReviewRow } from "../../payments/notifications/review-store.server.ts";
import type { PaymentMessage } from "../../payments/payment-provider.ts";
import type { Payments } from "../../payments/payments.ts";
import type { Queries } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { ledgerKindOf } from "../ledger/apply-notification.ts";
import { fieldsOfMessage } from "../ledger/fields-of-message.ts";
import { findInLedger, ledgerOfOrder } from "../ledger/order-ledger.server.ts";
import { keptCents, type Order, takenBackCents } from "../order.ts";
import { selectOrder } from "../order-store.server.ts";
import { refundRequestsOf } from "../refunds/refund-requests.server.ts";
import { refundableCents } from "../refunds/refundable.ts";
import type { InLedger, Review, ReviewFacts } from "./review.ts";
import { whyNotDecisions } from "./why-not-decision.ts";

/** Everything that is known about a message for review, and what can be decided about it. */
export async function readReview(
  queries: Queries,
  payments: Payments,
  row: ReviewRow,
): Promise<Review> {
  // The words of a provider that is not heard any more are not known.
  const provider = payments.through(row.provider)?.provider;
  const message = provider?.readNotification(row.raw) ?? null;
  const attempt = await findAttempt(queries, row.provider, row.attempt_id);
  const { inLedger, orderId } = await placeInLedger(queries, row, message);
  const ownOrderId = attempt?.orderReference ?? row.order_reference;
  // Two messages of one transaction may name two orders, and only one of them has the money.
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
  return { ...facts, refusals: whyNotDecisions(facts) };
}

async function orderWith(queries: Queries, id: string | null): Promise<Order | null> {
  return id === null ? null : ((await selectOrder(queries, id)) ?? null);
}

interface PlaceInLedger {
  readonly inLedger: InLedger;
  /** The order that it, or the payment that it takes back, counts for. */
  readonly orderId: string | null;
}

async function placeInLedger(
  queries: Queries,
  { id, provider, transaction_id: transactionId }: ReviewRow,
  message: PaymentMessage | null,
): Promise<PlaceInLedger> {
  const kind = message && ledgerKindOf[message.kind];
  if (message === null || kind === null || transactionId === null) {
    return { inLedger: "no", orderId: null };
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
