import { sql } from "kysely";
import { engineOf, type Queries, type WriteTransaction } from "../../platform/database/database.ts";
import { type QueueLength, queueLength } from "../../platform/metrics/queue-length.ts";
import { findAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { PaymentProvider } from "../payment-provider.ts";
import { familyOf } from "../provider-families.ts";
import { recordSettlement } from "./notification-outcome.server.ts";
import type { SettleNotification } from "./verified-notification.ts";

/** The messages that the provider is still to be asked about, and those that a person decides. */
export async function paymentQueues(
  queries: Queries,
): Promise<{ readonly waiting: QueueLength; readonly reviews: QueueLength }> {
  const messages = queries.selectFrom("payment_notifications").select("received_at as since");
  return {
    waiting: await queueLength(queries, messages.where("next_attempt_at", "is not", null)),
    // As the partial index has it, which is used for no other words.
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
 * Whoever settles a message about these transactions is alone with them until its transaction is
 * over: of a payment and its refund that come at the same moment, one sees the other, and so do two
 * protocols that tell of one payment.
 */
export async function lockTransactions(
  tx: WriteTransaction,
  provider: string,
  transactionIds: readonly (string | null)[],
): Promise<void> {
  // On SQLite a write is alone anyway.
  if (engineOf(tx) !== "postgres") return;
  const [family] = familyOf(provider);
  const keys = transactionIds.filter((id) => id !== null).map((id) => `${family} ${id}`);
  // In one order, so that two who lock the same ones do not wait for each other.
  for (const key of keys.sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  }
}

/** Settles again what waits for a transaction, now that something has become of it. */
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

/** Whether a person decided that a payment is not to count. */
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
