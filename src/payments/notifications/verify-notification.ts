import {
  type Database,
  isUniqueViolation,
  type Queries,
  type WriteTransaction,
} from "#platform/database/database.ts";
import { doubling, nextAttemptAt, type RetryPolicy } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { findAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { Captured, PaymentMessage, PaymentProvider } from "../payment-provider.ts";
import {
  earlierOfTransaction,
  finishNotification,
  lockTransactions,
  pruneWithoutEffect,
  recordSettlement,
  settle,
  settleWaiting,
} from "./notification-outcome.server.ts";
import {
  type ClaimedNotification,
  claimNotification,
  insertNotification,
  notifications,
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
  const captured = await captureIfDue(deps, claimed.row.id, message, signal);
  const isCaptured = captured.kind === "captured";
  const { id } = claimed.row;
  await database.write(async (tx) => {
    const now = clock();
    const state = isCaptured ? "verified" : "ignored";
    if (!(await finishNotification(tx, claimed, { state, now, dueAt: null, message }))) return;
    const reason = isCaptured ? "The approved payment was collected." : captured.reason;
    await recordSettlement(tx, id, { outcome: "no-effect", reason });
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
  { checkoutReference, attemptId, subscription }: PaymentMessage,
  signal: AbortSignal,
): Promise<Captured> {
  const attempt = await findAttempt(database.read, provider.name, attemptId);
  // Another shop can share the account, so only checkouts of this site are captured. A renewal
  // names the attempt with which the customer subscribed, and has no checkout of its own.
  const isOwn = attempt?.reference === checkoutReference || subscription !== null;
  if (checkoutReference === null || attempt === null || !isOwn) {
    return { kind: "refused", reason: "It is about a checkout of another site." };
  }
  if (provider.capturing === null) throw new Error(`${provider.name} captures nothing.`);
  // Nothing is collected for a subscription, which the provider charges by itself.
  const isCollected = provider.capturing.movesMoney && subscription === null;
  if (isCollected && !(await isDue(database.read, attempt.orderReference))) {
    const reason = "No payment is due for this order, so nothing was collected.";
    return { kind: "refused", reason };
  }
  const asked = { ...attempt, reference: checkoutReference };
  return provider.capturing.capture(asked, idempotencyKey, signal);
}

/**
 * Time limit for all requests about one notification. The limit is shorter than the lease, so that
 * no other process claims the notification during these requests.
 */
const mostMsForOne = 25_000;
/**
 * PayPal repeats its notifications for four days. A notification that is unverified after this time
 * needs review.
 */
const whenUnanswered: RetryPolicy = {
  pausesMs: doubling(1000, 10 * 60_000),
  forMs: 4 * 24 * 60 * 60 * 1000,
};
/**
 * The eighth denial is final for a notification that names an attempt. Earlier denials are not
 * final, because PayPal sometimes denies a genuine notification at first.
 */
const whenDenied: RetryPolicy = { pausesMs: whenUnanswered.pausesMs, mostAttempts: 8 };

export interface VerifyDependencies {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
  readonly log: Log;
  readonly onVerified: SettleNotification;
  readonly onReview: TellOfReview;
  /** True while the order awaits a payment. An approved payment is captured only in this case. */
  readonly isDue: IsPaymentDue;
  /** False while new payments through this provider have no effect. */
  readonly takesNewPayments: () => boolean;
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
  const claimed = await claimNotification(database, provider.name, clock());
  if (claimed === undefined) return false;
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(mostMsForOne)]);
    await verifyClaimed(deps, claimed, within);
  } catch (error) {
    if (signal.aborted) {
      await database.write((tx) => notifications.settle(tx, claimed.row, {}));
      return false;
    }
    const { id, attempts } = claimed.row;
    log.warn({ notification: id, attempts, err: error }, "a payment could not be verified");
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
  if (isNewPayment(message) && !deps.takesNewPayments()) {
    const reason = "It is about a test payment, and this site takes real ones now.";
    return finishWithoutEffect(deps, claimed, "ignored", reason);
  }
  const { source } = claimed.row;
  if (source === "provider" && (await askProvider(deps, claimed, message, signal)) === "invalid") {
    const reason = "The provider says it did not send this.";
    return finishWithoutEffect(deps, claimed, "invalid", reason);
  }
  if (message.kind === "approved") return captureApproved(deps, claimed, message, signal);
  if (source === "return") throw new Error("A return says more than that a payment is approved.");
  await applyOnce(deps, claimed, message);
}

async function askProvider(
  { database, provider }: VerifyDependencies,
  { raw, receivedAt, headers }: ClaimedNotification,
  { attemptId }: PaymentMessage,
  signal: AbortSignal,
): Promise<"verified" | "invalid"> {
  const attempt = await findAttempt(database.read, provider.name, attemptId);
  const paymentAccount = attempt?.paymentAccount;
  return provider.verify({ raw, receivedAt, headers, paymentAccount }, signal);
}

/** True unless the message is about money that was paid before, such as a refund. */
function isNewPayment({ kind, parentTransactionId }: PaymentMessage): boolean {
  const isPayment = kind === "approved" || kind === "completed" || kind === "pending";
  return isPayment && parentTransactionId === null;
}

async function finishWithoutEffect(
  { database, clock }: VerifyDependencies,
  claimed: ClaimedNotification,
  state: "ignored" | "invalid",
  reason: string,
): Promise<void> {
  const now = clock();
  const { id, expected, attempts, received_at: since } = claimed.row;
  const mayBeGenuine = state === "invalid" && expected === 1;
  const dueAt = mayBeGenuine ? nextAttemptAt(whenDenied, { attempts, since, now }) : null;
  await database.write(async (tx) => {
    if (!(await finishNotification(tx, claimed, { state, now, dueAt, message: null }))) return;
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
  const apply = () => deps.database.write((tx) => applyIn(tx, deps, claimed, message));
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
  claimed: ClaimedNotification,
  message: PaymentMessage,
): Promise<void> {
  const { provider, clock, onVerified } = deps;
  const { id } = claimed.row;
  const { transactionId, parentTransactionId } = message;
  await lockTransactions(tx, provider.name, [transactionId, parentTransactionId]);
  const earlier = await earlierOfTransaction(tx, provider.name, transactionId);
  const isRepeated = earlier.some(({ payment_status }) => payment_status === message.rawStatus);
  const isElsewhere = earlier.some(({ attempt_id }) => isOfOtherAttempt(message, attempt_id));
  const state: NotificationState = isRepeated ? "duplicate" : "verified";
  const done = { state, now: clock(), dueAt: null, message };
  if (!(await finishNotification(tx, claimed, done))) return;
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

/**
 * True when a transaction is used for a second payment. The payments of a subscription, and what is
 * taken back, do not always name an attempt.
 */
function isOfOtherAttempt(
  { attemptId, parentTransactionId, subscription }: PaymentMessage,
  earlier: string | null,
): boolean {
  if (subscription !== null || earlier === attemptId) return false;
  const areKnown = earlier !== null && attemptId !== null;
  return areKnown || parentTransactionId === null;
}

function usedElsewhere({ transactionId }: PaymentMessage): Settlement {
  const reason = `The transaction ${transactionId} was already used for another payment.`;
  return { outcome: "review", reason };
}

async function tryAgainLater(
  deps: VerifyDependencies,
  claimed: ClaimedNotification,
): Promise<void> {
  const { database, clock, log } = deps;
  const { id, attempts, received_at: since } = claimed.row;
  const now = clock();
  const dueAt = nextAttemptAt(whenUnanswered, { attempts, since, now });
  if (dueAt === null) {
    log.error({ notification: id }, "a payment could not be verified for days; look into it");
  }
  await database.write(async (tx) => {
    if (dueAt !== null) {
      await notifications.settle(tx, claimed.row, { due_at: dueAt });
      return;
    }
    const done = { state: "unanswered", now, dueAt, message: null } as const;
    if (!(await finishNotification(tx, claimed, done))) return;
    const reason = "The provider could not be reached for four days.";
    await settle(tx, deps, id, { outcome: "review", reason });
  });
}

/** For a start: the process that claimed a notification has died or is stopping. */
export async function releaseNotifications(database: Database): Promise<void> {
  await database.write((tx) => notifications.releaseAll(tx));
}

interface VerifyingOptions extends Omit<VerifyDependencies, "provider"> {
  /** The provider as it is now. */
  readonly provider: () => PaymentProvider;
}

/** A stop aborts running verifications, which are repeated after the next start. */
export function startVerifying({ provider, ...options }: VerifyingOptions): Worker {
  return startWorker({
    name: "verify-notifications",
    intervalMs: 1000,
    // A slow response of the provider blocks only one verification.
    atOnce: 4,
    workOnce: (stopping) => verifyNextNotification({ ...options, provider: provider() }, stopping),
    log: options.log,
  });
}
