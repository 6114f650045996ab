import type { PaymentMessage } from "#payments/payment-provider.ts";
import type { Payments } from "#payments/payments.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { doubling, nextAttemptAt, type RetryPolicy } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { type RefundRequestRow, refundLeases } from "./refund-requests.server.ts";

/** A refund that is given up waits until an admin tries it again. */
const retries: RetryPolicy = {
  pausesMs: doubling(1000, 10 * 60_000),
  forMs: 4 * 24 * 60 * 60 * 1000,
};

/** PayPal stores the idempotency key of a refund for 45 days. One day is left as a margin. */
export const keyStoredMs = 44 * 24 * 60 * 60 * 1000;

interface SendDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly clock: Clock;
  readonly log: Log;
}

export async function startSendingRefunds(deps: SendDependencies): Promise<Worker> {
  await deps.database.write((tx) => refundLeases.releaseAll(tx));
  return startWorker({
    name: "send-refunds",
    intervalMs: 1000,
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
  const request = await refundLeases.claim(database, clock(), (due) =>
    due
      .where("provider", "in", providers)
      .$if(id !== undefined, (query) => query.where("id", "=", id as string)),
  );
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
    await payments.refund(payment, amount_cents, id, (tx, answer) =>
      noteAnswer(tx, request, answer),
    );
  } catch (error) {
    if (!(error instanceof AppError && error.code === "conflict")) {
      return tryAgainLater(deps, request, error);
    }
    const refused = { state: "refused", due_at: null, reason: error.message } as const;
    await database.write((tx) => refundLeases.settle(tx, request, refused));
  }
}

async function noteAnswer(
  tx: WriteTransaction,
  request: RefundRequestRow,
  { kind, rawStatus, transactionId, pendingReason }: PaymentMessage,
): Promise<void> {
  if (transactionId === null) {
    throw new AppError("unavailable", "The provider’s answer to this refund cannot be read.");
  }
  const isFailed = kind === "failed";
  await refundLeases.settle(tx, request, {
    state: isFailed ? "refused" : "done",
    due_at: null,
    refund_transaction_id: transactionId,
    reason: isFailed ? `The provider could not complete the refund: ${rawStatus}.` : pendingReason,
  });
}

async function tryAgainLater(
  { database, clock, log }: SendDependencies,
  request: RefundRequestRow,
  error: unknown,
): Promise<void> {
  const { id, attempts, requested_at: since } = request;
  log.warn({ refund: id, attempts, err: error }, "nobody knows yet whether a refund was done");
  const reason = error instanceof AppError ? error.message : "The provider could not be reached.";
  const due_at = nextAttemptAt(retries, { attempts, since, now: clock() });
  await database.write((tx) => refundLeases.settle(tx, request, { due_at, reason }));
}
