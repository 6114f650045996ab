import { sql } from "kysely";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { dueFrom, type LeasedRow, LeasedTable } from "#platform/leases.ts";
import { findAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { PaymentMessage, PaymentProvider, ReceivedNotification } from "../payment-provider.ts";
import type { NotificationSource } from "./verified-notification.ts";

/**
 * Limits of unverified notifications, so that forgeries cannot fill the disk. A real payment causes
 * only a few notifications. `ofAttempt` keeps a sender who knows one attempt id from blocking other
 * attempts. Further notifications of an attempt have their own limit, so that they cannot block the
 * first notification of another attempt.
 */
const mostWaiting = { ofAttempt: 20, firstOfAttempts: 2000, furtherOfAttempts: 1000 };
/** Limit of unverified notifications that name no existing attempt; most are forged. */
const mostUnexpectedWaiting = 1000;

interface Arrived {
  readonly raw: Uint8Array;
  /** JSON of the headers that the provider needs for verification. */
  readonly headers: string;
}

/**
 * Number of waiting notifications of the same attempt; 0 when the notification names no existing
 * attempt, and null when an identical notification waits. Throws "unavailable" when too many
 * notifications wait; the provider then sends the notification again later.
 */
async function queuePositionOf(
  tx: WriteTransaction,
  attemptId: string | null,
  { raw, headers }: Arrived,
): Promise<number | null> {
  if (attemptId === null) {
    await refuseBehind(waiting(tx).where("expected", "=", 0), mostUnexpectedWaiting);
    return 0;
  }
  const isSame = sql<
    boolean | number
  >`raw = ${raw} and headers = ${headers} and state = 'received'`;
  const ofAttempt = await waiting(tx)
    .select(isSame.as("isSame"))
    .where("attempt_id", "=", attemptId)
    .where("expected", "=", 1)
    .limit(mostWaiting.ofAttempt)
    .execute();
  const turn = ofAttempt.length;
  if (ofAttempt.some((message) => message.isSame)) return null;
  if (turn >= mostWaiting.ofAttempt) throw tooManyWait();
  const expected = waiting(tx).where("expected", "=", 1);
  if (turn === 0) await refuseBehind(expected.where("turn", "=", 0), mostWaiting.firstOfAttempts);
  else await refuseBehind(expected.where("turn", ">", 0), mostWaiting.furtherOfAttempts);
  return turn;
}

function waiting(tx: WriteTransaction) {
  return tx.selectFrom("payment_notifications").select("due_at").where("due_at", "is not", null);
}

async function refuseBehind(messages: ReturnType<typeof waiting>, most: number): Promise<void> {
  const last = await messages
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  if (last !== undefined) throw tooManyWait();
}

function tooManyWait(): AppError {
  return new AppError("unavailable", "Too many notifications wait. Send this one again later.");
}

interface NewNotification {
  readonly receivedAt: number;
  readonly source: NotificationSource;
  /** By default the provider's media type. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly raw: Uint8Array;
  readonly message: PaymentMessage;
}

/**
 * Stores a notification, unless an identical notification waits. Throws "unavailable" when too many
 * notifications wait.
 */
export async function insertNotification(
  tx: WriteTransaction,
  { name: provider, notifications: { mediaType } }: PaymentProvider,
  { receivedAt, source, contentType = mediaType, raw, message, ...given }: NewNotification,
): Promise<void> {
  const attempt = await findAttempt(tx, provider, message.attemptId);
  const headers = JSON.stringify(given.headers ?? {});
  const isSent = source === "provider";
  const turn = isSent ? await queuePositionOf(tx, attempt?.id ?? null, { raw, headers }) : 0;
  if (turn === null) return;
  await tx
    .insertInto("payment_notifications")
    .values({
      id: newId(),
      provider,
      received_at: receivedAt,
      content_type: contentType,
      source,
      headers,
      raw,
      state: "received",
      ...dueFrom(receivedAt),
      verified_at: null,
      transaction_id: message.transactionId,
      payment_status: message.rawStatus,
      attempt_id: message.attemptId,
      order_reference: message.orderReference,
      expected: attempt === null ? 0 : 1,
      turn,
      outcome: null,
      outcome_reason: null,
    })
    .execute();
}

export interface ClaimedNotification extends ReceivedNotification {
  /** The row as it was claimed; `attempts` counts the verifications. */
  readonly row: LeasedRow<"payment_notifications">;
}

/**
 * New notifications come before retries. The first notification of each attempt comes before the
 * second notification of any attempt, so that many notifications about one attempt do not delay the
 * payments of other customers.
 */
export const notifications = new LeasedTable("payment_notifications", {
  key: ["id"],
  leaseMs: 30_000,
  order: (due) =>
    due.orderBy("expected", "desc").orderBy("attempts").orderBy("turn").orderBy("due_at"),
});

/** Claims the next due notification of a provider for this process. */
export async function claimNotification(
  database: Database,
  provider: string,
  now: number,
): Promise<ClaimedNotification | undefined> {
  const row = await notifications.claim(database, now, (due) =>
    due.where("provider", "=", provider),
  );
  if (row === undefined) return undefined;
  const { raw, headers, received_at: receivedAt } = row;
  return { row, raw, headers: JSON.parse(headers), receivedAt };
}

/**
 * True when a stored return of the customer from this attempt waits for a worker or led to a
 * capture. The page after the checkout reloads every two seconds and must not store a second
 * return. A return that led to no capture, such as a return before the approval, does not count.
 */
export async function hasReturned(queries: Queries, attemptId: string): Promise<boolean> {
  const row = await queries
    .selectFrom("payment_notifications")
    .select("id")
    .where("attempt_id", "=", attemptId)
    .where("source", "=", "return")
    .where("state", "in", ["received", "verified"])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Of these providers, the one that has the attempt or an earlier transaction of a message; undefined
 * when none has.
 */
export async function providerOfMessage(
  queries: Queries,
  names: readonly string[],
  { attemptId, transactionId, parentTransactionId }: PaymentMessage,
): Promise<string | undefined> {
  if (attemptId !== null) {
    const attempt = await queries
      .selectFrom("payment_attempts")
      .select("provider")
      .where("id", "=", attemptId)
      .where("provider", "in", names)
      .executeTakeFirst();
    if (attempt !== undefined) return attempt.provider;
  }
  const transactions = [transactionId, parentTransactionId].filter((id) => id !== null);
  if (transactions.length === 0) return undefined;
  const earlier = await queries
    .selectFrom("payment_notifications")
    .select("provider")
    .where("provider", "in", names)
    .where("transaction_id", "in", transactions)
    .where("state", "=", "verified")
    .executeTakeFirst();
  return earlier?.provider;
}
