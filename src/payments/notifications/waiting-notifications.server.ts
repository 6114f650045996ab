import { sql } from "kysely";
import { engineOf, type Queries, type WriteTransaction } from "../../platform/database/database.ts";
import { type QueueLength, queueLength } from "../../platform/metrics/queue-length.ts";
import { findAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { PaymentProvider } from "../payment-provider.ts";
import { familyOf } from "../provider-families.ts";
import { recordSettlement } from "./notification-outcome.server.ts";
import type { SettleNotification } from "./verified-notification.ts";

/** Lengths of the queues of notifications to verify and of open reviews. */
export async function paymentQueues(
  queries: Queries,
): Promise<{ readonly waiting: QueueLength; readonly reviews: QueueLength }> {
  const messages = queries.selectFrom("payment_notifications").select("received_at as since");
  return {
    waiting: await queueLength(queries, messages.where("next_attempt_at", "is not", null)),
    // Must equal the condition of the partial index, or the index is not used.
    reviews: await queueLength(
      queries,
      messages.where(sql<boolean>`outcome = 'review' and resolution is null`).orderBy("id"),
    ),
  };
}

interface WaitingDependencies {
  readonly provider: PaymentProvider;
  readonly onVerified: SettleNotification;
}

/**
 * Locks these transactions until the database transaction ends, so that simultaneous notifications
 * of a payment and its refund, or of one payment in two protocols, see each other.
 */
export async function lockTransactions(
  tx: WriteTransaction,
  provider: string,
  transactionIds: readonly (string | null)[],
): Promise<void> {
  // SQLite has one writer.
  if (engineOf(tx) !== "postgres") return;
  const [family] = familyOf(provider);
  const keys = transactionIds.filter((id) => id !== null).map((id) => `${family} ${id}`);
  // Sorted, so that two writers cannot deadlock.
  for (const key of keys.sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  }
}

/** Settles the notifications that waited for a transaction. */
export async function settleWaiting(
  tx: WriteTransaction,
  { provider, onVerified }: WaitingDependencies,
  transactionId: string,
): Promise<void> {
  const waiting = await tx
    .selectFrom("payment_notifications")
    .select(["id", "raw"])
    .where("provider", "=", provider.name)
    .where("waits_for", "=", transactionId)
    .where("outcome", "=", "review")
    .where("resolution", "is", null)
    .orderBy("id")
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .execute();
  for (const { id, raw } of waiting) {
    const message = provider.readNotification(raw);
    const attempt = await findAttempt(tx, provider.name, message.attemptId);
    const settled = await onVerified(tx, { id, provider: provider.name, message, attempt });
    await recordSettlement(tx, id, settled);
  }
}

/** True when an admin decided that a payment does not count. */
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
