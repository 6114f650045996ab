import { sql } from "kysely";
import type { Queries, WriteTransaction } from "../../platform/database/database.ts";
import { engineOf } from "../../platform/database/engine-of.ts";
import { findAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { PaymentProvider } from "../payment-provider.ts";
import { familyOf } from "../provider-families.ts";
import { recordSettlement } from "./notification-outcome.server.ts";
import type { SettleNotification } from "./verified-notification.ts";

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
