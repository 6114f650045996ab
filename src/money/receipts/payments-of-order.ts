import { findOrder } from "#orders/find-order.ts";
import { keptCents, receiptedPayment, takenBackCents } from "#orders/order.ts";
import { attemptsOf } from "#payments/attempts/payment-attempt-store.server.ts";
import type { Payments } from "#payments/payments.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { type LedgerEntry, ledgerOfOrder, manualProvider } from "../ledger/order-ledger.server.ts";
import type { PaymentProgressDependencies } from "../paying/payment-progress.ts";
import {
  asRefund,
  isUnderWay,
  type Refund,
  refundableCents,
  whyNotHere,
} from "../refunds/refund-payment.ts";
import { refundRequestsOf } from "../refunds/refund-requests.server.ts";
import { keyStoredMs } from "../refunds/send-refunds.ts";

/**
 * How a payment can be refunded:
 * - call: Furrow calls the provider
 * - page: an admin refunds on the provider's page
 * - outside: an admin refunds a manual payment by hand and records the refund
 * - elsewhere: the provider does not answer; `reason` says why, and what to do
 */
export type WayBack =
  | { readonly kind: "call" }
  | { readonly kind: "page"; readonly page: string }
  | { readonly kind: "outside" }
  | { readonly kind: "elsewhere"; readonly reason: string };

export interface PaymentOfOrder {
  readonly transactionId: string;
  readonly reference: string | null;
  readonly paidCents: number;
  readonly leftCents: number;
  readonly at: number;
  readonly wayBack: WayBack;
  /**
   * Refunds in progress, and the last refund if it was refused, oldest first. `isResting`: the
   * worker has given up the refund. `safeUntil`: time until which the provider recognizes a
   * repeated request, so that it cannot refund twice.
   */
  readonly requests: readonly (Refund & {
    readonly isResting: boolean;
    readonly safeUntil: number;
  })[];
}

/** Throws "unauthenticated", "forbidden" and "not-found". */
export async function paymentsOfOrder(
  { database, payments }: Pick<PaymentProgressDependencies, "database" | "payments">,
  actor: Actor,
  orderId: string,
): Promise<readonly PaymentOfOrder[]> {
  requireRight(actor, "see every order");
  const order = await findOrder({ database }, actor, orderId);
  const [ledger, requests] = await Promise.all([
    ledgerOfOrder(database.read, order.id),
    refundRequestsOf(database.read, order.id),
  ]);
  return ledger.flatMap((entry) => {
    const { kind, transactionId, reference, amountCents, at } = entry;
    if (kind !== "payment" || transactionId === null) return [];
    const ofPayment = requests.filter((request) => request.transaction_id === transactionId);
    // A refused refund is shown until another refund is requested.
    const told = ofPayment.filter(
      (request, index) =>
        isUnderWay(request, ledger) ||
        (request.state === "refused" && index === ofPayment.length - 1),
    );
    return {
      transactionId,
      reference,
      paidCents: amountCents,
      leftCents: refundableCents(entry, ledger, requests),
      at,
      wayBack: wayBackOf(entry, payments),
      requests: told.map((row) => ({
        ...asRefund(row),
        isResting: row.state === "waiting" && row.due_at === null,
        safeUntil: row.requested_at + keyStoredMs,
      })),
    };
  });
}

function wayBackOf(
  { provider: paidThrough, transactionId }: LedgerEntry,
  payments: Payments,
): WayBack {
  if (paidThrough === manualProvider) return { kind: "outside" };
  const provider = payments.through(paidThrough)?.provider;
  if (provider === undefined) {
    return { kind: "elsewhere", reason: whyNotHere(paidThrough ?? "", payments) };
  }
  const page = provider.refundPage(transactionId ?? "");
  return page === null ? { kind: "call" } : { kind: "page", page };
}

interface ReceivedPayment {
  readonly paidAt: number;
  /** "" when nothing was to be paid. */
  readonly transactionId: string;
  /**
   * Reference of a manual payment; null for other payments. Only the date of a manual payment is
   * known, not its time.
   */
  readonly reference: string | null;
  readonly receivedCents: number;
  /** Includes reversals. */
  readonly refundedCents: number;
  /** The part of `refundedCents` that disputes took back. */
  readonly takenBackCents: number;
}

export interface OrderReceipt extends ReceivedPayment {
  /** Time of the last refund or reversal; null when no money was returned. */
  readonly refundedAt: number | null;
  /** Oldest first. */
  readonly otherPayments: readonly ReceivedPayment[];
}

/** Null for an order that was never paid. Throws "unauthenticated" and "not-found". */
export async function orderReceipt(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<OrderReceipt | null> {
  const { paymentStatus } = await findOrder({ database }, actor, orderId);
  if (paymentStatus !== "Paid" && paymentStatus !== "Refunded") return null;
  const ledger = await ledgerOfOrder(database.read, orderId);
  const payment = receiptedPayment(ledger) ?? ledger.find(({ kind }) => kind === "nothing-due");
  if (payment === undefined) throw new Error(`The order ${orderId} is paid without a payment.`);
  const received = (entry: LedgerEntry): ReceivedPayment => ({
    paidAt: entry.at,
    transactionId: entry.transactionId ?? "",
    reference: entry.reference,
    receivedCents: entry.amountCents,
    refundedCents: entry.kind === "payment" ? entry.amountCents - keptCents(entry, ledger) : 0,
    takenBackCents: takenBackCents(entry.transactionId ?? "", ledger),
  });
  const shown = received(payment);
  return {
    ...shown,
    refundedAt: payment.kind === "payment" ? lastReturnAt(payment, ledger) : null,
    otherPayments: ledger
      .filter((entry) => entry.kind === "payment" && entry !== payment)
      .map(received),
  };
}

/**
 * Time of the last refund or reversal of a payment that still counts; null without one. A cancelled
 * reversal names its payment, but not the reversal: it cancels the last reversal of its amount, or
 * else the last reversals. A refund that failed does not count; its failure has its transaction id.
 */
function lastReturnAt(payment: LedgerEntry, ledger: readonly LedgerEntry[]): number | null {
  const returns: (Pick<LedgerEntry, "kind" | "transactionId" | "at"> & { cents: number })[] = [];
  for (const { kind, transactionId, amountCents, parentTransactionId, at } of ledger) {
    if (parentTransactionId !== payment.transactionId) continue;
    if (kind !== "reversal-cancelled") {
      returns.push({ kind, transactionId, at, cents: -amountCents });
      continue;
    }
    const failed = returns.find(
      (one) => one.kind === "refund" && one.transactionId === transactionId,
    );
    if (failed !== undefined) {
      failed.cents = 0;
      continue;
    }
    const reversals = returns.filter((one) => one.kind === "reversal").reverse();
    const same = reversals.find(({ cents }) => cents === amountCents);
    let left = amountCents;
    for (const reversal of same === undefined ? reversals : [same]) {
      const cancelled = Math.min(left, reversal.cents);
      reversal.cents -= cancelled;
      left -= cancelled;
    }
  }
  const times = returns.filter(({ cents }) => cents > 0).map(({ at }) => at);
  return times.length === 0 ? null : Math.max(...times);
}

export interface PaymentCount {
  readonly timesSentToPay: number;
  readonly timesPaid: number;
}

/** Throws "unauthenticated" and "not-found". */
export async function paymentCount(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
): Promise<PaymentCount> {
  const { id } = await findOrder({ database }, actor, orderId);
  const [attempts, ledger] = await Promise.all([
    attemptsOf(database.read, [id]),
    ledgerOfOrder(database.read, id),
  ]);
  const payments = ledger.filter(({ kind }) => kind === "payment");
  return { timesSentToPay: attempts.length, timesPaid: payments.length };
}
