import { type ExpressionBuilder, sql } from "kysely";
import {
  engineOf,
  type Queries,
  type Tables,
  type WriteTransaction,
} from "#platform/database/database.ts";
import { type QueueLength, queueLength } from "#platform/metrics/queue-length.ts";
import { findAttempt } from "../attempts/payment-attempt-store.server.ts";
import { familyOf, type PaymentMessage, type PaymentProvider } from "../payment-provider.ts";
import { type ClaimedNotification, notifications } from "./notification-store.server.ts";
import { isOpenReview } from "./review-store.server.ts";
import type {
  NotificationState,
  Settlement,
  SettleNotification,
  TellOfReview,
} from "./verified-notification.ts";

/**
 * Maximum number of notifications without an effect to retain for inspection. The oldest are
 * deleted first.
 */
const mostKeptWithoutEffect = 2000;
const prunedPerCall = 100;

interface Finished {
  readonly state: Exclude<NotificationState, "received">;
  readonly now: number;
  /** Time of the next verification; null when no verification follows. */
  readonly dueAt: number | null;
  /** Content of a genuine notification; null for a notification that is not genuine. */
  readonly message: PaymentMessage | null;
}

/**
 * Stores the result of a verification. Returns false when another process has claimed the
 * notification since. The caller must then write nothing.
 */
export async function finishNotification(
  tx: WriteTransaction,
  { row }: ClaimedNotification,
  { state, now, dueAt, message }: Finished,
): Promise<boolean> {
  return notifications.settle(tx, row, {
    state,
    due_at: dueAt,
    ...(message !== null && {
      verified_at: now,
      transaction_id: message.transactionId,
      payment_status: message.rawStatus,
      attempt_id: message.attemptId,
      order_reference: message.orderReference,
    }),
  });
}

/** The outcome "review" clears an earlier decision, so that the review is open again. */
export async function recordSettlement(
  tx: WriteTransaction,
  id: string,
  { outcome, reason, waitsFor, orderReference }: Settlement,
): Promise<void> {
  await tx
    .updateTable("payment_notifications")
    .set({
      outcome,
      outcome_reason: reason,
      waits_for: waitsFor ?? null,
      ...(outcome === "review" && unresolved),
      ...(orderReference !== undefined && {
        order_reference: sql<string>`coalesce(order_reference, ${orderReference})`,
      }),
    })
    .where("id", "=", id)
    .execute();
}

const unresolved = {
  resolution: null,
  resolved_at: null,
  resolved_by: null,
  resolution_note: null,
};

/** Earlier genuine notifications of the same transaction. */
export async function earlierOfTransaction(
  queries: Queries,
  provider: string,
  transactionId: string | null,
): Promise<
  readonly { readonly attempt_id: string | null; readonly payment_status: string | null }[]
> {
  if (transactionId === null) return [];
  return queries
    .selectFrom("payment_notifications")
    .select(["attempt_id", "payment_status"])
    .where("provider", "=", provider)
    .where("transaction_id", "=", transactionId)
    .where("state", "=", "verified")
    .execute();
}

/**
 * Deletes notifications without an effect, except the newest `most`; at most a hundred per call.
 */
export async function pruneWithoutEffect(
  tx: WriteTransaction,
  most: number = mostKeptWithoutEffect,
): Promise<void> {
  // Locks no row, because PostgreSQL would also lock the newest rows, which the offset skips.
  const surplus = await tx
    .selectFrom("payment_notifications")
    .select("id")
    .where(isWithoutEffect)
    .orderBy("received_at", "desc")
    .offset(most)
    .limit(prunedPerCall)
    .execute();
  if (surplus.length === 0) return;
  const ids = surplus.map(({ id }) => id);
  await tx
    .deleteFrom("payment_notifications")
    .where("id", "in", ids)
    // Another transaction can have changed a notification since it was selected.
    .where(isWithoutEffect)
    .execute();
}

function isWithoutEffect(where: ExpressionBuilder<Tables, "payment_notifications">) {
  return where.and([
    where("state", "in", ["invalid", "duplicate", "ignored"]),
    // Keeps denied notifications that will be verified again, because the provider can at first
    // deny a genuine notification.
    where("due_at", "is", null),
    // A duplicate can be in review, and reviews are never deleted.
    where("outcome", "=", "no-effect"),
  ]);
}

export async function paymentQueues(
  queries: Queries,
): Promise<{ readonly waiting: QueueLength; readonly reviews: QueueLength }> {
  const messages = queries.selectFrom("payment_notifications").select("received_at as since");
  return {
    waiting: await queueLength(queries, messages.where("due_at", "is not", null)),
    reviews: await queueLength(queries, messages.where(isOpenReview).orderBy("id")),
  };
}

/**
 * Records a settlement, and tells the team of a payment that needs review. A notification that
 * waits for another one needs nobody's review yet.
 */
export async function settle(
  tx: WriteTransaction,
  { onReview }: { readonly onReview: TellOfReview },
  id: string,
  settlement: Settlement,
): Promise<void> {
  await recordSettlement(tx, id, settlement);
  if (settlement.outcome === "review" && settlement.waitsFor === undefined) {
    await onReview(tx, settlement.reason);
  }
}

interface WaitingDependencies {
  readonly provider: PaymentProvider;
  readonly onVerified: SettleNotification;
  readonly onReview: TellOfReview;
}

/**
 * Locks payment transactions until the database transaction ends. Simultaneous notifications of a
 * payment and its refund, or of one payment in two protocols, are then applied one after the other.
 */
export async function lockTransactions(
  tx: WriteTransaction,
  provider: string,
  transactionIds: readonly (string | null)[],
): Promise<void> {
  // SQLite has only one writer, so it needs no lock.
  if (engineOf(tx) !== "postgres") return;
  const [family] = familyOf(provider);
  const keys = transactionIds.filter((id) => id !== null).map((id) => `${family} ${id}`);
  // Sorted, so that two writers cannot deadlock.
  for (const key of keys.sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  }
}

/**
 * Settles the refunds and reversals in review that waited for the payment with this transaction id,
 * and the report that the refund with this transaction id failed.
 */
export async function settleWaiting(
  tx: WriteTransaction,
  deps: WaitingDependencies,
  transactionId: string,
): Promise<void> {
  const { provider, onVerified, onReview } = deps;
  const waiting = await tx
    .selectFrom("payment_notifications")
    .select(["id", "raw"])
    .where("provider", "=", provider.name)
    .where("waits_for", "=", transactionId)
    .where("outcome", "in", ["review", "no-effect"])
    .where("resolution", "is", null)
    .orderBy("id")
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .execute();
  for (const { id, raw } of waiting) {
    const message = provider.readNotification(raw);
    const attempt = await findAttempt(tx, provider.name, message.attemptId);
    const settled = await onVerified(tx, { id, provider: provider.name, message, attempt });
    await settle(tx, { onReview }, id, settled);
    // A failure can wait for a refund that waited for its payment.
    if (message.transactionId !== null && message.transactionId !== transactionId) {
      await settleWaiting(tx, deps, message.transactionId);
    }
  }
}

/** True when an admin dismissed or refunded the payment in a review. */
export async function wasSetAside(
  queries: Queries,
  provider: string,
  transactionId: string,
): Promise<boolean> {
  const row = await queries
    .selectFrom("payment_notifications")
    .select("id")
    .where("provider", "=", provider)
    .where("transaction_id", "=", transactionId)
    .where("state", "=", sql.lit("verified"))
    .where("resolution", "in", ["dismissed", "refunded"])
    .executeTakeFirst();
  return row !== undefined;
}
