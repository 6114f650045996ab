import {
  type Database,
  isUniqueViolation,
  type Queries,
  type WriteTransaction,
} from "#platform/database/database.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { backOffMs, startWorker, type Worker } from "#platform/worker.ts";
import { findAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { Captured, PaymentMessage, PaymentProvider } from "../payment-provider.ts";
import {
  earlierOfTransaction,
  finishNotification,
  lockTransactions,
  postponeNotification,
  pruneWithoutEffect,
  recordSettlement,
  releaseClaims,
  settle,
  settleWaiting,
} from "./notification-outcome.server.ts";
import {
  type ClaimedNotification,
  claimNotification,
  insertNotification,
} from "./notification-store.server.ts";
import type {
  NotificationState,
  Settlement,
  SettleNotification,
  TellOfReview,
} from "./verified-notification.ts";

/**
 * Captures an approved payment. The transaction that finishes the approval stores the provider's
 * response as a new notification, which a worker then applies. The approval's id is the idempotency
 * key, so a retry after a crash captures nothing twice.
 */
async function captureApproved(
  deps: VerifyDependencies,
  claimed: ClaimedNotification,
  message: PaymentMessage,
  signal: AbortSignal,
): Promise<void> {
  const { database, provider, clock } = deps;
  const captured = await captureIfDue(deps, claimed.id, message, signal);
  const isCaptured = captured.kind === "captured";
  await database.write(async (tx) => {
    const now = clock();
    const state = isCaptured ? "verified" : "ignored";
    const done = { id: claimed.id, state, now, nextAttemptAt: null, message } as const;
    if (!(await finishNotification(tx, done))) return;
    const reason = isCaptured ? "The approved payment was collected." : captured.reason;
    await recordSettlement(tx, claimed.id, { outcome: "no-effect", reason });
    if (!isCaptured) return;
    const { raw } = captured;
    await insertNotification(tx, provider, {
      receivedAt: now,
      source: "answer",
      raw,
      message: provider.readNotification(raw),
    });
  });
}

async function captureIfDue(
  { database, provider, isDue }: VerifyDependencies,
  idempotencyKey: string,
  { checkoutReference, attemptId }: PaymentMessage,
  signal: AbortSignal,
): Promise<Captured> {
  const attempt = await findAttempt(database.read, provider.name, attemptId);
  // Another shop can share the PayPal account, so only checkouts of this site are captured.
  if (checkoutReference === null || attempt?.reference !== checkoutReference) {
    return { kind: "refused", reason: "It is about a checkout of another site." };
  }
  if (!(await isDue(database.read, attempt.orderReference))) {
    const reason = "No payment is due for this order, so nothing was collected.";
    return { kind: "refused", reason };
  }
  if (provider.capturing === null) throw new Error(`${provider.name} captures nothing.`);
  return provider.capturing.capture(checkoutReference, idempotencyKey, signal);
}

const leaseMs = 30_000;
/**
 * Time limit for all requests about one notification. The limit is shorter than the lease, so that
 * no other process claims the notification during these requests.
 */
const mostMsForOne = 25_000;
/**
 * PayPal repeats its notifications for four days. A notification that is unverified after this time
 * needs review.
 */
const giveUpAfterMs = 4 * 24 * 60 * 60 * 1000;
/**
 * Number of verifications after which a denial is final for a notification that names an attempt.
 * Earlier denials are not final, because PayPal sometimes denies a genuine notification at first.
 */
const askedUntilInvalid = 8;

export interface VerifyDependencies {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
  readonly log: Log;
  readonly onVerified: SettleNotification;
  readonly onReview: TellOfReview;
  /** True while the order awaits a payment. An approved payment is captured only in this case. */
  readonly isDue: IsPaymentDue;
}

export type IsPaymentDue = (queries: Queries, orderReference: string) => Promise<boolean>;

/**
 * Verifies and applies the next due notification. Returns false when no notification is due. After
 * an error, the notification is verified again later.
 */
export async function verifyNextNotification(
  deps: VerifyDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, provider, clock, log } = deps;
  const claim = { provider: provider.name, now: clock(), leaseMs };
  const claimed = await claimNotification(database, claim);
  if (claimed === undefined) return false;
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(mostMsForOne)]);
    await verifyClaimed(deps, claimed, within);
  } catch (error) {
    if (signal.aborted) {
      await database.write((tx) => postponeNotification(tx, claimed.id, clock()));
      return false;
    }
    const { id, verifyAttempts } = claimed;
    log.warn({ notification: id, verifyAttempts, err: error }, "a payment could not be verified");
    await tryAgainLater(deps, claimed);
  }
  return true;
}

async function verifyClaimed(
  deps: VerifyDependencies,
  claimed: ClaimedNotification,
  signal: AbortSignal,
): Promise<void> {
  const { provider } = deps;
  const message = provider.readNotification(claimed.raw);
  if (message.testMode && !provider.isTest) {
    const reason = "It is about a test payment, but this site takes real ones.";
    return finishWithoutEffect(deps, claimed, "ignored", reason);
  }
  const { source } = claimed;
  if (source === "provider" && (await provider.verify(claimed, signal)) === "invalid") {
    const reason = "The provider says it did not send this.";
    return finishWithoutEffect(deps, claimed, "invalid", reason);
  }
  if (message.kind === "approved") return captureApproved(deps, claimed, message, signal);
  if (source === "return") throw new Error("A return says more than that a payment is approved.");
  await applyOnce(deps, claimed, message);
}

async function finishWithoutEffect(
  { database, clock }: VerifyDependencies,
  { id, expected, verifyAttempts }: ClaimedNotification,
  state: "ignored" | "invalid",
  reason: string,
): Promise<void> {
  const now = clock();
  const askAgain = state === "invalid" && expected && verifyAttempts < askedUntilInvalid;
  const nextAttemptAt = askAgain ? now + backOffMs(verifyAttempts) : null;
  await database.write(async (tx) => {
    const done = { id, state, now, nextAttemptAt, message: null };
    if (!(await finishNotification(tx, done))) return;
    await recordSettlement(tx, id, { outcome: "no-effect", reason });
    await pruneWithoutEffect(tx);
  });
}

/**
 * When two processes apply notifications with the same transaction and status, the unique index
 * rejects the second notification. This function then applies the second notification again, and
 * finds that the notification is a duplicate.
 */
async function applyOnce(
  deps: VerifyDependencies,
  claimed: ClaimedNotification,
  message: PaymentMessage,
): Promise<void> {
  const apply = () => deps.database.write((tx) => applyIn(tx, deps, claimed.id, message));
  try {
    await apply();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await apply();
  }
}

async function applyIn(
  tx: WriteTransaction,
  deps: VerifyDependencies,
  id: string,
  message: PaymentMessage,
): Promise<void> {
  const { provider, clock, onVerified } = deps;
  const { transactionId, parentTransactionId } = message;
  await lockTransactions(tx, provider.name, [transactionId, parentTransactionId]);
  const earlier = await earlierOfTransaction(tx, provider.name, transactionId);
  const isRepeated = earlier.some(({ payment_status }) => payment_status === message.rawStatus);
  const isElsewhere = earlier.some(({ attempt_id }) => attempt_id !== message.attemptId);
  const state: NotificationState = isRepeated ? "duplicate" : "verified";
  const done = { id, state, now: clock(), nextAttemptAt: null, message } as const;
  if (!(await finishNotification(tx, done))) return;
  let settlement: Settlement;
  if (isElsewhere) settlement = usedElsewhere(message);
  else if (isRepeated)
    settlement = { outcome: "no-effect", reason: "It repeats an earlier notification." };
  else {
    const attempt = await findAttempt(tx, provider.name, message.attemptId);
    settlement = await onVerified(tx, { id, provider: provider.name, message, attempt });
  }
  await settle(tx, deps, id, settlement);
  if (transactionId !== null) await settleWaiting(tx, deps, transactionId);
  if (isRepeated) await pruneWithoutEffect(tx);
}

function usedElsewhere({ transactionId }: PaymentMessage): Settlement {
  const reason = `The transaction ${transactionId} was already used for another payment.`;
  return { outcome: "review", reason };
}

async function tryAgainLater(
  deps: VerifyDependencies,
  { id, receivedAt, verifyAttempts }: ClaimedNotification,
): Promise<void> {
  const { database, clock, log } = deps;
  const now = clock();
  if (now - receivedAt < giveUpAfterMs) {
    const nextAttemptAt = now + backOffMs(verifyAttempts);
    return database.write((tx) => postponeNotification(tx, id, nextAttemptAt));
  }
  log.error({ notification: id }, "a payment could not be verified for days; look into it");
  await database.write(async (tx) => {
    const done = { id, state: "unanswered", now, nextAttemptAt: null, message: null } as const;
    if (!(await finishNotification(tx, done))) return;
    const reason = "The provider could not be reached for four days.";
    await settle(tx, deps, id, { outcome: "review", reason });
  });
}

/** Number of simultaneous verifications; a slow response blocks only one verification. */
const lanes = 4;
const intervalMs = 1000;

/** A stop aborts running verifications, which are repeated after the next start. */
export async function startVerifying(deps: VerifyDependencies): Promise<Worker> {
  await deps.database.write(releaseClaims);
  const stopping = new AbortController();
  const workers = Array.from({ length: lanes }, (_, lane) =>
    startWorker({
      name: `verify-notifications-${lane + 1}`,
      intervalMs,
      workOnce: () => verifyNextNotification(deps, stopping.signal),
      log: deps.log,
    }),
  );
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    async stop() {
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
