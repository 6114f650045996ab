import {
  type Database,
  isUniqueViolation,
  type Queries,
  type WriteTransaction,
} from "../../platform/database/database.ts";
import type { Log } from "../../platform/metrics/log.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { findAttempt } from "../attempts/payment-attempt-store.server.ts";
import type { PaymentMessage, PaymentProvider } from "../payment-provider.ts";
import { backOffMs } from "./back-off.ts";
import { captureApproved } from "./capture-approved.ts";
import {
  earlierOfTransaction,
  finishNotification,
  postponeNotification,
  pruneWithoutEffect,
  recordSettlement,
} from "./notification-outcome.server.ts";
import { type ClaimedNotification, claimNotification } from "./notification-store.server.ts";
import type { NotificationState, Settlement, SettleNotification } from "./verified-notification.ts";
import { lockTransactions, settleWaiting } from "./waiting-notifications.server.ts";

const leaseMs = 30_000;
/** All that is asked about one message; less than the lease, so that nobody else has it too. */
const mostMsForOne = 25_000;
/** As long as PayPal itself goes on. After that a person has to look. */
const giveUpAfterMs = 4 * 24 * 60 * 60 * 1000;
/** A provider's "no" to a message about an attempt of ours is asked again: it has been wrong. */
const askedUntilInvalid = 8;

export interface VerifyDependencies {
  readonly database: Database;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
  readonly log: Log;
  readonly onVerified: SettleNotification;
  /** Whether a payment for this is still waited for: only then is an approved one captured. */
  readonly isDue: IsPaymentDue;
}

export type IsPaymentDue = (queries: Queries, orderReference: string) => Promise<boolean>;

/**
 * Takes the next message that is due, asks the provider about it, and gives it its effect. False
 * when none is due. An error leaves the message to be tried again later.
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
  if (message.testMode && !provider.acceptsTestMessages) {
    const reason = "It is about a test payment, and this site takes real ones.";
    return finishWithoutEffect(deps, claimed, "ignored", reason);
  }
  const { source } = claimed;
  if (source === "provider" && (await provider.verify(claimed, signal)) === "invalid") {
    const reason = "The provider says that it did not send this.";
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
 * Another process may be applying another message of the same transaction at this moment. The
 * unique constraint lets one pass; the other looks again, and then sees what it repeats.
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
  else if (isRepeated) settlement = { outcome: "no-effect", reason: "It was said before." };
  else {
    const attempt = await findAttempt(tx, provider.name, message.attemptId);
    settlement = await onVerified(tx, { id, provider: provider.name, message, attempt });
  }
  await recordSettlement(tx, id, settlement);
  if (transactionId !== null) await settleWaiting(tx, deps, transactionId);
  if (isRepeated) await pruneWithoutEffect(tx);
}

function usedElsewhere({ transactionId }: PaymentMessage): Settlement {
  const reason = `The transaction ${transactionId} was used before for another payment.`;
  return { outcome: "review", reason };
}

async function tryAgainLater(
  { database, clock, log }: VerifyDependencies,
  { id, receivedAt, verifyAttempts }: ClaimedNotification,
): Promise<void> {
  const now = clock();
  if (now - receivedAt < giveUpAfterMs) {
    const nextAttemptAt = now + backOffMs(verifyAttempts);
    return database.write((tx) => postponeNotification(tx, id, nextAttemptAt));
  }
  log.error({ notification: id }, "a payment could not be verified for days; look into it");
  await database.write(async (tx) => {
    const done = { id, state: "unanswered", now, nextAttemptAt: null, message: null } as const;
    if (!(await finishNotification(tx, done))) return;
    const reason = "The provider could not be asked for four days.";
    await recordSettlement(tx, id, { outcome: "review", reason });
  });
}
