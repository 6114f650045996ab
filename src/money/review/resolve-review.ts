import { z } from "zod";
import type { Order } from "#orders/order.ts";
import { lockOrder, selectOrdersByNumber } from "#orders/order-store.server.ts";
import { lockTransactions } from "#payments/notifications/notification-outcome.server.ts";
import {
  closeReview,
  findReviewRow,
  lockReviewRow,
  type ReviewRow,
  reopenVerification,
} from "#payments/notifications/review-store.server.ts";
import type { Resolution } from "#payments/notifications/verified-notification.ts";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import type { Payments } from "#payments/payments.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Log } from "#platform/metrics/log.ts";
import { amountFromCents, dollarsFromCents } from "#platform/money.ts";
import { longestNote } from "#platform/texts/note-text.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import {
  type EnterDependencies,
  enterMessage,
  ledgerKindOf,
} from "../ledger/apply-notification.ts";
import { type Refund, refundPayment } from "../refunds/refund-payment.ts";
import { reasonAgainstCurrency } from "../settling/reasons-against-payment.ts";
import { noSuchReview, readReview } from "./read-review.server.ts";
import { type Decision, decisions, type Review } from "./review.ts";

const actions: Readonly<Record<Resolution, string>> = {
  accepted: "Accept payment message",
  linked: "Link payment message",
  refunded: "Refund payment",
  dismissed: "Dismiss payment message",
  "asked-again": "Ask about payment message again",
};

export const decisionForm = z
  .strictObject({
    decision: z.enum(decisions, { error: `The decision must be one of ${decisions.join(", ")}.` }),
    order: z
      .string()
      .overwrite(trimmed)
      .regex(/^\d{0,15}$/, "Enter the order number in digits.")
      .default(""),
    confirmed: z.enum(["yes", ""]).default(""),
    note: z
      .string()
      .overwrite(trimmed)
      .max(longestNote, `A note has at most ${longestNote} characters.`)
      .refine(isPlainText, "The note has characters that cannot be shown.")
      .default(""),
  })
  .refine(({ decision, order }) => decision !== "link" || order !== "", {
    path: ["order"],
    message: "Enter the order number.",
  })
  .refine(({ decision, note }) => decision !== "dismiss" || note !== "", {
    path: ["note"],
    message: "Enter a reason for dismissing it.",
  });

type DecisionForm = z.infer<typeof decisionForm>;

interface ResolveReviewDependencies extends EnterDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly log: Log;
}

export interface ResolvedReview {
  readonly id: string;
  readonly resolution: Resolution;
  /** The order after the decision; null when the notification belongs to no order. */
  readonly order: Order | null;
  /**
   * The provider's page where the owner still has to make the refund; null when no refund is left
   * to make.
   */
  readonly refundPage: string | null;
  /** True when this decision made the provider refund the payment. */
  readonly isRefundSent: boolean;
  /** True when accepting only closed the review, because the ledger had the transaction already. */
  readonly isOnlyClosed: boolean;
}

const resolutionOf = {
  accept: "accepted",
  link: "linked",
  refund: "refunded",
  dismiss: "dismissed",
  "ask-again": "asked-again",
} as const satisfies Record<Decision, Resolution>;

/**
 * Stores the decision about a notification in review. Input: `{ decision, order?, confirmed?, note?
 * }`; `order` is an order number, and `confirmed: "yes"` links an order whose price or status does
 * not match. Throws "forbidden", "invalid", "not-found", and "conflict" when the review has been
 * decided before or the decision is impossible. A refund also throws the errors of `refundPayment`,
 * or of `Payments.refund` for money that belongs to no order; the review then stays open.
 */
export async function resolveReview(
  deps: ResolveReviewDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<ResolvedReview> {
  requireRight(actor, "decide about payments");
  const form = parseOrThrow(decisionForm, input);
  if (form.decision === "refund") await giveBack(deps, actor, id);
  const resolved = await deps.database.write((tx) => decideIn(tx, deps, actor, id, form));
  if (form.decision === "ask-again") deps.payments.wake();
  return resolved;
}

/**
 * Refunds before the decision is stored. If the process crashes in between, or two admins decide,
 * the idempotency key prevents a second refund.
 */
async function giveBack(deps: ResolveReviewDependencies, actor: Actor, id: string) {
  const { payments } = deps;
  const { read } = deps.database;
  const review = await readReview(read, payments, open(await findReviewRow(read, id)));
  refuse(review.refusals.refund);
  const { attempt, message, transactionId, refundableCents: amountCents } = review;
  if (review.isGivenBack || review.refundPage !== null || transactionId === null) return;
  if (review.inLedger === "itself" && review.order !== null) {
    const { order, refundKey: key } = review;
    const orderId = order.id;
    requireDone(await refundPayment(deps, actor, { orderId, transactionId, amountCents, key }));
  } else if (attempt !== null && message?.currency) {
    const payment = { transactionId, currency: message.currency, attemptId: attempt.id };
    await payments.through(review.provider)?.refund(payment, amountCents, review.refundKey);
  }
}

function requireDone({ state, reason }: Refund): void {
  if (state === "refused")
    throw new AppError(
      "conflict",
      reason ?? "The provider refused the refund, so no money was sent.",
    );
  if (state === "done") return;
  const why = reason === null ? "" : ` ${reason}`;
  throw new AppError(
    "unavailable",
    `The refund was requested, but the provider has not confirmed it yet.${why} The site keeps asking, without refunding twice. This review stays open: press the button again in a moment to close it.`,
  );
}

async function decideIn(
  tx: WriteTransaction,
  deps: ResolveReviewDependencies,
  actor: Actor,
  id: string,
  form: DecisionForm,
): Promise<ResolvedReview> {
  const { payments, clock } = deps;
  const row = open(await lockReviewRow(tx, id));
  await lockTransactions(tx, row.provider, [row.transaction_id, paymentOf(payments, row)]);
  const review = await readReview(tx, payments, row);
  refuse(review.refusals[form.decision]);
  const order = await takeEffect(tx, deps, actor, review, form);
  const resolution = resolutionOf[form.decision];
  const at = clock();
  const by = authorOf(actor);
  const closed = await closeReview(tx, id, { resolution, note: form.note || null, by, at });
  if (!closed) throw decidedAlready();
  if (form.decision === "ask-again") await reopenVerification(tx, id, at);
  if (row.transaction_id !== null) {
    await payments.through(row.provider)?.settleWaiting(tx, row.transaction_id);
  }
  const after = order && ((await lockOrder(tx, order.id)) ?? null);
  const isSameOrder = review.order?.id === after?.id;
  const subject =
    after === null
      ? { subject: "payment", subjectId: review.id, label: `Payment ${review.transactionId ?? ""}` }
      : { subject: "order", subjectId: after.id, label: `Order ${after.number}` };
  await audit(tx, actor, {
    action: actions[resolution],
    ...subject,
    before: {
      review: review.reason,
      ...(review.order !== null && isSameOrder && { paymentStatus: review.order.paymentStatus }),
    },
    after: {
      review: resolution,
      transaction: review.transactionId,
      ...(after !== null && { paymentStatus: after.paymentStatus }),
      ...(form.note !== "" && { note: form.note }),
    },
    at,
  });
  const isStillToGo = form.decision === "refund" && !review.isGivenBack;
  const refundPage = isStillToGo ? review.refundPage : null;
  const isRefundSent = isStillToGo && refundPage === null;
  const isOnlyClosed = form.decision === "accept" && review.inLedger === "itself";
  return { id, resolution, order: after, refundPage, isRefundSent, isOnlyClosed };
}

/**
 * Transaction id of the payment that a refund, reversal or cancelled reversal is about. The
 * decision locks this transaction id, so that other notifications of the payment wait.
 */
function paymentOf(payments: Payments, { provider, raw }: ReviewRow): string | null {
  const message = payments.through(provider)?.provider.readNotification(raw);
  return message?.parentTransactionId ?? null;
}

async function takeEffect(
  tx: WriteTransaction,
  deps: ResolveReviewDependencies,
  actor: Actor,
  review: Review,
  { decision, order: number, confirmed }: DecisionForm,
): Promise<Order | null> {
  if (decision === "link") {
    const order = await lockNumbered(tx, Number(number));
    if (review.message !== null) refuse(reasonAgainstCurrency(review.message, order));
    if (confirmed !== "yes") requireLikely(order, review);
    return enter(tx, deps, actor, review, order.id);
  }
  if (decision !== "accept" || review.inLedger === "itself" || review.order === null) {
    return review.order;
  }
  return enter(tx, deps, actor, review, review.order.id);
}

async function enter(
  tx: WriteTransaction,
  deps: ResolveReviewDependencies,
  actor: Actor,
  review: Review,
  orderId: string,
): Promise<Order> {
  const { id, provider } = review;
  const message = asItCounts(review);
  const order = await lockOrder(tx, orderId);
  const kind = message && ledgerKindOf[message.kind];
  if (order === undefined || message === null || kind === null) throw decidedAlready();
  const entering = { id, provider, message, kind, author: authorOf(actor) };
  const after = await enterMessage(tx, deps, order, entering);
  if (after === undefined) throw decidedAlready();
  return after;
}

/**
 * Limits the amount of a cancelled reversal to the amount that the provider took back, because the
 * notification can name a larger amount.
 */
function asItCounts({ message, takenBackCents }: Review): PaymentMessage | null {
  if (message?.kind !== "reversal-cancelled" || message.grossCents === null) return message;
  return { ...message, grossCents: Math.min(message.grossCents, takenBackCents) };
}

/**
 * Throws "invalid" at the field `confirmed` if the payment differs from the price of the order or
 * the order is not UnPaid. The admin has to confirm such an order, because its number may be
 * mistyped and a ledger entry cannot be undone.
 */
function requireLikely(order: Order, { message }: Review): void {
  const given = message?.grossCents ?? null;
  if (given === order.priceCents && order.paymentStatus === "UnPaid") return;
  const amount = given === null ? "of no amount" : `of ${dollarsFromCents(given)}`;
  const reason = `Order ${order.number} of ${order.customerName} costs ${dollarsFromCents(order.priceCents)} and is ${order.paymentStatus}. This payment is ${amount}. Confirm that it belongs to this order.`;
  throw new AppError("invalid", reason, { issues: [{ path: "confirmed", message: reason }] });
}

/**
 * Locks the order, so that its price and status cannot change between the check and the ledger
 * entry.
 */
async function lockNumbered(tx: WriteTransaction, number: number): Promise<Order> {
  const [found] = await selectOrdersByNumber(tx, [number]);
  const order = found && (await lockOrder(tx, found.id));
  if (order !== undefined && !order.isDemonstration) return order;
  const message = order
    ? `Order ${number} is a demonstration order, so no payment can be applied to it.`
    : `There is no order ${number}.`;
  throw new AppError("invalid", message, { issues: [{ path: "order", message }] });
}

function open(row: ReviewRow | undefined): ReviewRow {
  if (row === undefined) throw noSuchReview();
  if (row.resolution === null) return row;
  throw decidedAlready(row);
}

function decidedAlready(row?: ReviewRow): AppError {
  const sentence = row?.resolution
    ? `${row.resolved_by} ${decidedBefore[row.resolution]}`
    : "This payment notification has changed since. Reload the page.";
  return new AppError("conflict", sentence);
}

const decidedBefore: Readonly<Record<Resolution, string>> = {
  accepted: "has already accepted this payment notification.",
  linked: "has already applied this payment notification to an order.",
  refunded: "has already closed this payment notification for a refund.",
  dismissed: "has already dismissed this payment notification.",
  "asked-again": "has already asked the provider to verify this payment notification again.",
};

function refuse(why: string | null): void {
  if (why !== null) throw new AppError("conflict", why);
}

export function toRestReview(review: Review) {
  const { message, attempt, order } = review;
  return {
    _id: review.id,
    provider: review.provider,
    receivedAt: isoTime(review.receivedAt),
    reason: review.reason,
    isGenuine: review.isGenuine,
    status: review.rawStatus,
    transactionId: review.transactionId,
    parentTransactionId: message?.parentTransactionId ?? null,
    amount: message?.grossCents == null ? null : amountFromCents(message.grossCents),
    currency: message?.currency ?? null,
    receivers: message?.receivers ?? null,
    handedOff: attempt && {
      amount: amountFromCents(attempt.amountCents),
      currency: attempt.currency,
      receiver: attempt.receiver,
      at: isoTime(attempt.createdAt),
    },
    order: order && { _id: order.id, number: order.number, paymentStatus: order.paymentStatus },
    isInLedger: review.inLedger === "itself",
    refundPage: review.refundPage,
    refusals: review.refusals,
    fields: review.fields,
  };
}

export function toRestResolved({ id, resolution, order, refundPage }: ResolvedReview) {
  return {
    _id: id,
    resolution,
    order: order && { _id: order.id, number: order.number, paymentStatus: order.paymentStatus },
    refundPage,
  };
}
