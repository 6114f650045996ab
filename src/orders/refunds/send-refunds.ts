import type { PaymentMessage } from "#payments/payment-provider.ts";
import type { Payments } from "#payments/payments.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { backOffMs, startWorker, type Worker } from "#platform/worker.ts";
import {
  claimRefund,
  dueRefund,
  noteRefund,
  type RefundRequestRow,
  releaseRefunds,
} from "./refund-requests.server.ts";

/** Longer than the longest call to a provider, so that no lease ends during a call. */
const leaseMs = 60_000;
const intervalMs = 1000;
/** After this time the worker gives up a refund, and an admin has to try it again. */
const giveUpAfterMs = 4 * 24 * 60 * 60 * 1000;

/** PayPal stores the idempotency key of a refund for 45 days. One day is left as a margin. */
export const keyStoredMs = 44 * 24 * 60 * 60 * 1000;

interface SendDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly clock: Clock;
  readonly log: Log;
}

export async function startSendingRefunds(deps: SendDependencies): Promise<Worker> {
  await deps.database.write(releaseRefunds);
  return startWorker({
    name: "send-refunds",
    intervalMs,
    workOnce: () => sendNextRefund(deps),
    log: deps.log,
  });
}

/**
 * Sends the next due refund, or the refund `id` if it is due; false when no refund was due. If the
 * provider's answer is unknown, the worker sends the refund again with the same key.
 */
export async function sendNextRefund(deps: SendDependencies, id?: string): Promise<boolean> {
  const { database, payments, clock } = deps;
  const providers = payments.all.map(({ provider }) => provider.name);
  const claim = { providers, now: clock(), leaseMs, id };
  // A read comes first, so that an idle process writes nothing.
  if ((await dueRefund(database.read, claim).executeTakeFirst()) === undefined) return false;
  const request = await database.write((tx) => claimRefund(tx, claim));
  if (request === undefined) return false;
  await sendRefund(deps, request);
  return true;
}

async function sendRefund(deps: SendDependencies, request: RefundRequestRow): Promise<void> {
  const { database } = deps;
  const payments = deps.payments.through(request.provider);
  if (payments === undefined) throw new Error(`${request.provider} is asked for no refunds.`);
  const { id, transaction_id, currency, attempt_id, amount_cents } = request;
  const payment = { transactionId: transaction_id, currency, attemptId: attempt_id };
  try {
    await payments.refund(payment, amount_cents, id, (tx, answer) => noteAnswer(tx, id, answer));
  } catch (error) {
    if (!(error instanceof AppError && error.code === "conflict")) {
      return tryAgainLater(deps, request, error);
    }
    const refused = { state: "refused", next_attempt_at: null, reason: error.message } as const;
    await database.write((tx) => noteRefund(tx, id, refused));
  }
}

async function noteAnswer(
  tx: WriteTransaction,
  id: string,
  { kind, rawStatus, transactionId, pendingReason }: PaymentMessage,
): Promise<void> {
  if (transactionId === null) {
    throw new AppError("unavailable", "The provider's answer to this refund cannot be read.");
  }
  const isFailed = kind === "failed";
  await noteRefund(tx, id, {
    state: isFailed ? "refused" : "done",
    next_attempt_at: null,
    refund_transaction_id: transactionId,
    reason: isFailed ? `The provider could not complete the refund: ${rawStatus}.` : pendingReason,
  });
}

async function tryAgainLater(
  { database, clock, log }: SendDependencies,
  { id, attempts, requested_at }: RefundRequestRow,
  error: unknown,
): Promise<void> {
  log.warn({ refund: id, attempts, err: error }, "nobody knows yet whether a refund was done");
  const now = clock();
  const goesOn = now - requested_at < giveUpAfterMs;
  const reason = error instanceof AppError ? error.message : "The provider could not be reached.";
  await database.write((tx) =>
    noteRefund(tx, id, { next_attempt_at: goesOn ? now + backOffMs(attempts) : null, reason }),
  );
}
