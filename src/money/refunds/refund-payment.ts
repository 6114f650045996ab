import { z } from "zod";
import { orderNotFound } from "#orders/find-order.ts";
import { keptCents, type LedgerEvent } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { attemptOfNotification } from "#payments/notifications/notifications-about.server.ts";
import type { PaymentProvider } from "#payments/payment-provider.ts";
import type { Payments } from "#payments/payments.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { formKey } from "#platform/idempotency.ts";
import { dueFrom } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import { amountFromCents, dollarsFromCents } from "#platform/money.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { type LedgerEntry, ledgerOfOrder, manualProvider } from "../ledger/order-ledger.server.ts";
import { amountField } from "../manual-payments/manual-payment-form.ts";
import {
  findRefundRequest,
  type RefundRequestRow,
  refundRequestsOf,
} from "./refund-requests.server.ts";
import { sendNextRefund } from "./send-refunds.ts";

type Asked = Pick<
  RefundRequestRow,
  "state" | "transaction_id" | "amount_cents" | "refund_transaction_id"
>;

/**
 * True while a refund request reserves money of its payment, which ends when the ledger has the
 * refund. If the ledger entry comes before the provider's id of the refund is stored, the amount
 * counts twice for a moment: as reserved and as refunded. This is safe, because it only makes less
 * refundable.
 */
export function isUnderWay(request: Asked, ledger: readonly LedgerEvent[]): boolean {
  if (request.state !== "done") return request.state === "waiting";
  return !ledger.some(
    ({ kind, transactionId }) =>
      kind === "refund" && transactionId === request.refund_transaction_id,
  );
}

/** Amount of a payment that was not returned and is not reserved for a refund. */
export function refundableCents(
  payment: LedgerEvent,
  ledger: readonly LedgerEvent[],
  requests: readonly Asked[],
): number {
  const promised = requests
    .filter((request) => request.transaction_id === payment.transactionId)
    .filter((request) => isUnderWay(request, ledger))
    .reduce((cents, request) => cents + request.amount_cents, 0);
  return Math.max(0, keptCents(payment, ledger) - promised);
}

const refund = z.strictObject({
  orderId: z.string(),
  transactionId: z.string("Choose the payment to refund."),
  amountCents: z.int("Enter an amount such as 49.00.").positive("Refund at least one cent."),
  key: formKey,
  /**
   * The refundable amount that the admin saw. The refund is rejected when this amount has changed.
   */
  seenCents: z.int().optional(),
});

export type RefundToMake = z.infer<typeof refund>;

/** `reason`: why the refund was refused or is not complete yet; otherwise null. */
export type Refund = ReturnType<typeof asRefund>;

interface RefundDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly payments: Payments;
  readonly log: Log;
}

/**
 * Refunds a payment through its provider, in whole or in part. Commits the refund request before
 * the call to the provider; a worker sends requests that were not sent. The provider's notification
 * adds the ledger entry. If the provider refuses, `state` and `reason` of the returned refund
 * report the refusal. Throws "forbidden", "invalid", "not-found" for an unknown order or payment,
 * "key-reused", and "conflict" when the amount exceeds the rest of the payment, another refund of
 * the payment is in progress, or the provider offers no call for refunds.
 */
export async function refundPayment(
  deps: RefundDependencies,
  actor: Actor,
  given: RefundToMake,
): Promise<Refund> {
  requireRight(actor, "refund payments");
  const asked = parseOrThrow(refund, given);
  await deps.database.write((tx) => commitRequest(tx, deps, actor, asked));
  await sendNextRefund(deps, asked.key);
  const request = await findRefundRequest(deps.database.read, asked.key);
  if (request === undefined) throw new Error(`The refund ${asked.key} is gone.`);
  return asRefund(request);
}

async function commitRequest(
  tx: WriteTransaction,
  { clock, payments }: RefundDependencies,
  actor: Actor,
  asked: RefundToMake,
): Promise<void> {
  const order = await lockOrder(tx, asked.orderId);
  if (order === undefined) throw orderNotFound();
  const at = clock();
  const earlier = await findRefundRequest(tx, asked.key);
  if (earlier !== undefined) return askAgain(tx, earlier, asked, at);
  const ledger = await ledgerOfOrder(tx, order.id);
  const payment = ledger.find(
    ({ kind, transactionId }) => kind === "payment" && transactionId === asked.transactionId,
  );
  if (payment === undefined) throw new AppError("not-found", "This order has no such payment.");
  const provider = requireCall(payment, payments);
  const leftCents = requireLeft(asked, payment, ledger, await refundRequestsOf(tx, order.id));
  const attempt = await attemptOfNotification(tx, payment.notificationId);
  const added = await tx
    .insertInto("refund_requests")
    .values({
      id: asked.key,
      order_id: order.id,
      provider: provider.name,
      transaction_id: asked.transactionId,
      // A payment that an admin linked to the order can lack an attempt. The refund's notification
      // is then assigned to the order of the payment.
      attempt_id: attempt ?? order.id,
      amount_cents: asked.amountCents,
      currency: order.currency,
      state: "waiting",
      ...dueFrom(at),
      refund_transaction_id: null,
      reason: null,
      requested_by: authorOf(actor),
      requested_at: at,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  // The lock on this order excludes other requests about this order, so a request about another
  // order has used the key.
  if (added === undefined) throw keyReused();
  const { transactionId } = asked;
  await audit(tx, actor, {
    action: "Refund payment",
    subject: "order",
    subjectId: order.id,
    label: `Order ${order.number}`,
    before: { transactionId, left: amountFromCents(leftCents) },
    after: {
      transactionId,
      left: amountFromCents(leftCents - asked.amountCents),
      refund: asked.key,
    },
    at,
  });
}

/** Makes an earlier request due again, also a request that the worker has given up. */
async function askAgain(
  tx: WriteTransaction,
  earlier: RefundRequestRow,
  { orderId, transactionId, amountCents }: RefundToMake,
  at: number,
): Promise<void> {
  const isSame =
    earlier.order_id === orderId &&
    earlier.transaction_id === transactionId &&
    earlier.amount_cents === amountCents;
  if (!isSame) throw keyReused();
  await tx
    .updateTable("refund_requests")
    .set({ due_at: at })
    .where("id", "=", earlier.id)
    .where("state", "=", "waiting")
    .execute();
}

function keyReused(): AppError {
  const sentence =
    "This form has already made another refund, so no second refund was made. Check that refund. To make a further refund, press “Discard changes” and start again (in an API call, use a new key).";
  return new AppError("key-reused", sentence);
}

/** Says of a payment whose provider does not answer why it cannot be refunded here. */
export function whyNotHere(
  paidThrough: string,
  { mode, isFromEnvironment }: Pick<Payments, "mode" | "isFromEnvironment">,
): string {
  const { displayName, isTest } = storedProvider(paidThrough);
  if (!isTest) {
    return `This payment came through ${displayName}, which is no longer set up. Refund it in your account at ${displayName}.`;
  }
  const tested = `This was a test payment through ${displayName}, so no money moved.`;
  return mode === "live" && !isFromEnvironment
    ? `${tested} Its account answers only in test mode: refunds of it can be practised there.`
    : `${tested} Its account is no longer set up.`;
}

/** Throws "conflict" when Furrow cannot refund the payment by a call to its provider. */
function requireCall({ provider: paidThrough }: LedgerEntry, payments: Payments): PaymentProvider {
  if (paidThrough === manualProvider) {
    const sentence = "This is a manual payment. Refund it yourself, then record the refund here.";
    throw new AppError("conflict", sentence);
  }
  const provider = payments.through(paidThrough)?.provider;
  if (provider === undefined) {
    throw new AppError("conflict", whyNotHere(paidThrough ?? "", payments));
  }
  const page = provider.refundPage("");
  if (page === null) return provider;
  const sentence = `This payment can only be refunded on the site of ${provider.displayName}. The refund then appears here automatically.`;
  throw new AppError("conflict", sentence);
}

/**
 * Returns the refundable amount before this refund. Throws "conflict" when the refund exceeds this
 * amount, when the admin saw another amount, or while another refund of the payment is in progress.
 */
function requireLeft(
  { amountCents, seenCents }: RefundToMake,
  payment: LedgerEntry,
  ledger: readonly LedgerEntry[],
  requests: readonly RefundRequestRow[],
): number {
  const waits = requests.some(
    ({ state, transaction_id }) => state === "waiting" && transaction_id === payment.transactionId,
  );
  if (waits) {
    const sentence = "A refund of this payment is still in progress. Wait for its result.";
    throw new AppError("conflict", sentence);
  }
  const leftCents = refundableCents(payment, ledger, requests);
  const left = dollarsFromCents(leftCents);
  if (seenCents !== undefined && seenCents !== leftCents) {
    const sentence = `Part of this payment has since been refunded: ${left} is left. Nothing else was refunded.`;
    throw new AppError("conflict", sentence);
  }
  if (amountCents > leftCents) {
    const message = `${dollarsFromCents(amountCents)} is more than what is left of this payment: ${left}.`;
    throw new AppError("conflict", message, { issues: [{ path: "amount", message }] });
  }
  return leftCents;
}

export function asRefund(row: RefundRequestRow) {
  return {
    id: row.id,
    transactionId: row.transaction_id,
    amountCents: row.amount_cents,
    state: row.state,
    reason: row.reason,
  };
}

export const refundForm = z.strictObject({
  transactionId: z.string("Choose the payment to refund."),
  amount: amountField,
  key: formKey,
  seenCents: z
    .string()
    .regex(/^\d{1,12}$/, "Not a number of cents.")
    .transform(Number)
    .optional(),
});

/**
 * Input: `{ transactionId, amount, key, seenCents }` as texts of a form. Throws like
 * `refundPayment`.
 */
export async function requestRefund(
  deps: RefundDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<Refund> {
  requireRight(actor, "refund payments");
  const { amount, ...form } = parseOrThrow(refundForm, input);
  return refundPayment(deps, actor, { ...form, orderId, amountCents: amount });
}
