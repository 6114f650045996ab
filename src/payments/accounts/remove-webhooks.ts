import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { doubling, LeasedTable, nextAttemptAt, type RetryPolicy } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import {
  type AccountRow,
  beginConnection,
  type ReadableAccount,
  readableAccount,
  withdrawConnection,
} from "./payment-accounts.server.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** No provider keeps a checkout open for longer. */
const checkoutLastsMs = 25 * hourMs;
/** Buyers can open a dispute for this long, and a refund at the provider is told by the webhook. */
const disputesLastMs = 180 * dayMs;

const retries: RetryPolicy = { pausesMs: doubling(60_000, dayMs), forMs: 30 * dayMs };

const accounts = new LeasedTable("payment_accounts", { key: ["id"], leaseMs: 2 * 60_000 });

interface RemovalDependencies {
  readonly database: Database;
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Until when the account charges plans: infinity while one runs, and 0 for no plan at all. */
  readonly chargesUntil: (queries: Queries, accountId: string) => Promise<number>;
  /** False when the webhook possibly still exists. */
  readonly removeWebhook: (account: ReadableAccount) => Promise<boolean>;
}

/** Removes webhooks of disconnected accounts at their providers, when nothing needs them any more. */
export function startRemovingWebhooks(deps: RemovalDependencies): Worker {
  return startWorker({
    name: "remove-webhooks",
    intervalMs: 5_000,
    workOnce: () => removeNextWebhook(deps),
    log: deps.log,
  });
}

/** Handles the next account that is due; false when none is. */
export async function removeNextWebhook(deps: RemovalDependencies): Promise<boolean> {
  const { database, clock, log } = deps;
  const account = await accounts.claim(database, clock(), (due) => due.where("state", "=", "off"));
  if (account === undefined) return false;
  const charges = await deps.chargesUntil(database.read, account.id);
  const until = Math.max(
    await neededUntil(database.read, account.id),
    charges === 0 ? 0 : charges + disputesLastMs,
  );
  const now = clock();
  if (until > now) {
    const due_at = Number.isFinite(until) ? until : now + dayMs;
    await database.write((tx) => accounts.settle(tx, account, { due_at }));
    return true;
  }
  const isGone = await whileNobodyConnects(deps, account, () => isRemoved(deps, account));
  const since = Math.max(account.disconnected_at ?? 0, until);
  const due_at = isGone ? null : nextAttemptAt(retries, { attempts: account.attempts, since, now });
  if (!isGone) log.warn({ account: account.id, due_at }, "a webhook could not be removed");
  await database.write((tx) =>
    accounts.settle(tx, account, { due_at, ...(isGone && { webhook_id: null }) }),
  );
  return true;
}

/**
 * Removes a webhook only while nobody connects an account of the same way, whose webhook could be the
 * same. False, without removing, while somebody does.
 */
async function whileNobodyConnects(
  { database, clock }: RemovalDependencies,
  { kind, mode }: AccountRow,
  remove: () => Promise<boolean>,
): Promise<boolean> {
  const id = newId();
  try {
    await database.write((tx) => beginConnection(tx, { id, kind, mode, at: clock(), by: "" }));
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return false;
    throw error;
  }
  try {
    return await remove();
  } finally {
    await database.write((tx) => withdrawConnection(tx, id));
  }
}

/**
 * Time until which the provider may have something to tell about the account: while one of its
 * checkouts can be paid, and while a payment that it took can be disputed or refunded.
 */
async function neededUntil(queries: Queries, accountId: string): Promise<number> {
  const attempts = queries
    .selectFrom("payment_attempts")
    .select(({ fn }) => fn.max("created_at").as("newest"))
    .where("payment_account", "=", accountId);
  const { newest } = await attempts.executeTakeFirstOrThrow();
  if (newest === null) return 0;
  const paid = await attempts
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("payment_notifications")
          .select("payment_notifications.id")
          .whereRef("payment_notifications.attempt_id", "=", "payment_attempts.id")
          .where("payment_notifications.state", "=", "verified")
          .where("transaction_id", "is not", null),
      ),
    )
    .executeTakeFirstOrThrow();
  const disputable = paid.newest === null ? 0 : Number(paid.newest) + disputesLastMs;
  return Math.max(Number(newest) + checkoutLastsMs, disputable);
}

async function isRemoved(
  { database, secret, removeWebhook }: RemovalDependencies,
  account: AccountRow,
): Promise<boolean> {
  const { webhook_id, kind, mode } = account;
  if (webhook_id === null) return true;
  // PayPal keeps one webhook for each address, so a later account can have the same.
  const isShared = await database.read
    .selectFrom("payment_accounts")
    .select("id")
    .where("kind", "=", kind)
    .where("mode", "=", mode)
    .where("state", "=", "on")
    .where("webhook_id", "=", webhook_id)
    .executeTakeFirst();
  if (isShared !== undefined) return true;
  const readable = readableAccount(secret, account);
  return readable === undefined || removeWebhook(readable);
}
