import { keptCents, type LedgerKind, type Order } from "#orders/order.ts";
import { notifyOfFailedRefund } from "#orders/order-emails.server.ts";
import { lockOrder, selectOrder } from "#orders/order-store.server.ts";
import {
  advanceOrderPlaced,
  postponeOrderPlaced,
} from "#orders/placing/order-placed-email.server.ts";
import { wasSetAside } from "#payments/notifications/notification-outcome.server.ts";
import { endReviewOf } from "#payments/notifications/review-store.server.ts";
import type {
  Settlement,
  SettleNotification,
  VerifiedNotification,
} from "#payments/notifications/verified-notification.ts";
import type { IsPaymentDue } from "#payments/notifications/verify-notification.ts";
import type { DecidedQuestion, MessageKind, PaymentMessage } from "#payments/payment-provider.ts";
import type { SubscriptionReport } from "#payments/provider-subscriptions.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { amountFromCents, dollarsFromCents } from "#platform/money.ts";
import type { SubscriptionLifecycle } from "#subscriptions/cycles/subscription-lifecycle.ts";
import { followReport } from "#subscriptions/providers/subscription-reports.server.ts";
import {
  type EnterDependencies,
  enterMessage,
  ledgerKindOf,
} from "../ledger/apply-notification.ts";
import {
  findInLedger,
  ledgerOfOrder,
  orderOfPayment,
  type PaymentLifecycle,
} from "../ledger/order-ledger.server.ts";
import { closeGivenUpRefund, refuseTakenRefund } from "../refunds/refund-requests.server.ts";
import { reasonAgainstFollowUp, reasonAgainstPayment } from "./reasons-against-payment.ts";

/**
 * True only for an UnPaid order, because Furrow captures no second payment, and no payment for a
 * Cancelled order.
 */
export const isPaymentDue: IsPaymentDue = async (queries, orderId) => {
  const order = await selectOrder(queries, orderId);
  return order?.paymentStatus === "UnPaid";
};

/** A notification that does not match its order changes nothing and needs review. */
export function settlePayment(deps: SettleDependencies): SettleNotification {
  const settle = applyToOrder(deps);
  return async (tx, notification) => {
    const settlement = await settle(tx, notification);
    await timeOrderPlaced(tx, notification, settlement, deps.clock());
    const { provider, message } = notification;
    const orderReference = await orderOfPayment(tx, provider, message.parentTransactionId);
    return { ...settlement, ...(orderReference !== undefined && { orderReference }) };
  };
}

/**
 * The email to pay for a placed order says that nothing is paid, so it waits while the provider
 * works on a payment or a person reviews one, and is sent when the payment has failed.
 */
async function timeOrderPlaced(
  tx: WriteTransaction,
  { message, attempt }: VerifiedNotification,
  { outcome }: Settlement,
  now: number,
): Promise<void> {
  if (attempt === null) return;
  const order = { id: attempt.orderReference };
  const isReviewed = message.kind === "completed" && outcome === "review";
  if (message.kind === "pending" || isReviewed) {
    await postponeOrderPlaced(tx, order, { why: "reported", now });
  } else if (message.kind === "failed") {
    await advanceOrderPlaced(tx, order, now);
  }
}

interface SettleDependencies extends EnterDependencies {
  readonly lifecycle: PaymentLifecycle & SubscriptionLifecycle;
}

function applyToOrder(deps: SettleDependencies): SettleNotification {
  return async (tx, notification) => {
    const { kind, rawStatus, faults, needsDecision, decided } = notification.message;
    if (faults[0] !== undefined) return review(faults[0]);
    const ledgerKind = ledgerKindOf[kind];
    if (needsDecision !== null) return review(needsDecision);
    if (decided !== null) return endDecision(tx, notification, decided, deps.clock());
    if (kind === "failed") {
      await noteFailure(tx, notification);
      if (notification.message.parentTransactionId !== null) {
        return refundFailed(tx, deps, notification);
      }
    }
    const { subscription } = notification.message;
    if (subscription !== null && isAboutCycles(kind)) {
      return applyToCycle(tx, deps, notification, subscription);
    }
    if (ledgerKind === null) {
      return noEffect(
        `The provider reports ${rawStatus ?? "no status"}: ${nothingMoved(notification.message)}.`,
      );
    }
    const { provider, message, attempt } = notification;
    const { transactionId, parentTransactionId: parent } = message;
    const known = transactionId && (await findInLedger(tx, provider, transactionId, ledgerKind));
    if (known && known.provider !== provider) {
      return noEffect(`This transaction is already applied through ${known.provider}.`);
    }
    // A refund belongs to the order of its payment, even if other fields of the refund name another
    // order.
    const takenBack = ledgerKind === "payment" ? null : parent;
    const paid = await orderOfPayment(tx, provider, takenBack);
    if (takenBack !== null && paid === undefined) {
      return untilPaymentCounts(tx, provider, takenBack);
    }
    const reference = paid ?? attempt?.orderReference;
    // The lock makes a simultaneous cancellation wait.
    const order = reference === undefined ? undefined : await lockOrder(tx, reference);
    if (order === undefined) return review("The notification names no payment of this site.");
    const mismatch =
      paid === undefined
        ? reasonAgainstPayment(notification, order)
        : reasonAgainstFollowUp(message, order);
    if (mismatch !== null) return review(mismatch);
    return enter(tx, deps, order, notification, ledgerKind);
  };
}

function isAboutCycles(kind: MessageKind): boolean {
  return kind === "completed" || kind === "renewal-failed" || kind.startsWith("subscription-");
}

/** Applies a message about a subscription: its payments are for the order of the reported period. */
async function applyToCycle(
  tx: WriteTransaction,
  deps: SettleDependencies,
  notification: VerifiedNotification,
  report: SubscriptionReport,
): Promise<Settlement> {
  const { provider, message, attempt } = notification;
  const { kind, transactionId } = message;
  const isPayment = kind === "completed";
  if (isPayment && transactionId && (await findInLedger(tx, provider, transactionId, "payment"))) {
    return noEffect("This transaction is already applied.");
  }
  const reported = await followReport(tx, deps, notification, report);
  if (reported.kind === "review") return review(reported.reason);
  if (reported.kind === "noted") return noEffect(reported.reason);
  const { order } = reported;
  // The attempt is the one with which the customer subscribed, so its order is the first cycle's.
  const ofCycle = {
    ...notification,
    message: { ...message, orderReference: null },
    attempt: attempt && { ...attempt, orderReference: order.id },
  };
  const mismatch = reasonAgainstPayment(ofCycle, order);
  if (mismatch !== null) return review(mismatch);
  return enter(tx, deps, order, notification, "payment");
}

function nothingMoved({ kind, parentTransactionId, pendingReason }: PaymentMessage): string {
  const isReturn = parentTransactionId !== null;
  const yet = kind === "pending" ? " yet" : "";
  const why = pendingReason === null ? "" : `, because ${pendingReason}`;
  return `no money has ${isReturn ? "moved" : "arrived"}${yet}${why}`;
}

/**
 * Closes the review that asks an admin about something that the provider has decided meanwhile. If
 * the provider's decision overtook the question, it waits for the question.
 */
async function endDecision(
  tx: WriteTransaction,
  { provider, message: { transactionId } }: VerifiedNotification,
  decided: DecidedQuestion,
  at: number,
): Promise<Settlement> {
  const wasAsked =
    transactionId !== null && (await endReviewOf(tx, { provider, transactionId, ...decided, at }));
  return {
    ...noEffect(`${decided.note} This report moves no money.`),
    ...(!wasAsked && transactionId !== null && { waitsFor: transactionId }),
  };
}

/** The request for a refund that the provider accepted days before has failed. */
async function noteFailure(
  tx: WriteTransaction,
  { provider, message }: VerifiedNotification,
): Promise<void> {
  await refuseTakenRefund(tx, provider, message.transactionId, failureOf(message));
}

function failureOf({ rawStatus }: PaymentMessage): string {
  return `The provider could not complete the refund: ${rawStatus}.`;
}

/**
 * Handles a provider's report that a refund could not be completed. A refund that is in the ledger
 * is given back there, and somebody has to refund in another way. If the report overtook the report
 * of the refund, it waits for that report.
 */
async function refundFailed(
  tx: WriteTransaction,
  deps: EnterDependencies,
  notification: VerifiedNotification,
): Promise<Settlement> {
  const { provider, message } = notification;
  const { transactionId, grossCents } = message;
  const refund = transactionId && (await findInLedger(tx, provider, transactionId, "refund"));
  if (!refund) {
    return { ...noEffect(failureOf(message)), ...(transactionId && { waitsFor: transactionId }) };
  }
  const order = await lockOrder(tx, refund.orderId);
  if (order === undefined) return review("The notification names no payment of this site.");
  const kind = "reversal-cancelled";
  // The amount of a refund is negative, and this money is back in the account.
  const back = { ...message, grossCents: -(grossCents ?? 0) };
  const entering = { ...notification, message: back, kind, author: provider } as const;
  const after = await enterMessage(tx, deps, order, entering);
  if (after === undefined) return noEffect("This transaction is already applied.");
  // The email about the refund is sent, or will be before this one.
  await notifyOfFailedRefund(tx, deps.post, after, {
    amountCents: back.grossCents,
    knownBy: ["Transaction", message.transactionId ?? ""],
  });
  const amount = dollarsFromCents(back.grossCents);
  return review(
    `The refund of ${amount} failed, so the money is back in your account: refund in another way. The order is ${after.paymentStatus}.`,
  );
}

/**
 * A refund waits until its payment is in the ledger, because only the payment says to which order
 * the refund belongs.
 */
async function untilPaymentCounts(
  tx: WriteTransaction,
  provider: string,
  payment: string,
): Promise<Settlement> {
  if (await wasSetAside(tx, provider, payment)) {
    return noEffect(`It takes back the payment ${payment}, which was dismissed.`);
  }
  const elsewhere = await findInLedger(tx, provider, payment, "payment");
  if (elsewhere !== undefined) {
    return review(
      `This notification is about payment ${payment}. The provider also reports this payment and its refunds in another format.`,
    );
  }
  const reason = `It takes back the payment ${payment}, which has not arrived. The notification is applied automatically when the payment arrives.`;
  return { ...review(reason), waitsFor: payment };
}

async function enter(
  tx: WriteTransaction,
  deps: EnterDependencies,
  order: Order,
  notification: VerifiedNotification,
  kind: LedgerKind,
): Promise<Settlement> {
  const { provider, message } = notification;
  const after = await enterMessage(tx, deps, order, { ...notification, kind, author: provider });
  if (after === undefined) return noEffect("This transaction is already applied.");
  if (kind === "refund") await closeGivenUpRefund(tx, provider, message);
  return kind === "payment"
    ? paymentSettled(order, after)
    : moneyReturned(tx, after, kind, message);
}

function paymentSettled(before: Order, after: Order): Settlement {
  if (before.paymentStatus === "UnPaid") {
    return { outcome: "applied", reason: `The order is ${after.paymentStatus}.` };
  }
  if (before.paymentStatus === "Cancelled") {
    return review(
      `It arrived after the order was cancelled. The order is now ${after.paymentStatus}.`,
    );
  }
  return review("The order was already paid: this is a second payment.");
}

/**
 * Every returned amount is applied, because the money has left the account. If more was returned
 * than paid, the notification also needs review.
 */
async function moneyReturned(
  tx: WriteTransaction,
  { id, paymentStatus }: Order,
  kind: LedgerKind,
  { grossCents, parentTransactionId }: PaymentMessage,
): Promise<Settlement> {
  const ledger = await ledgerOfOrder(tx, id);
  const payment = ledger.find(
    (entry) => entry.kind === "payment" && entry.transactionId === parentTransactionId,
  );
  const kept = payment === undefined ? 0 : keptCents(payment, ledger);
  if (payment !== undefined && kept < 0 && kind !== "reversal-cancelled") {
    const [came, back] = [payment.amountCents, payment.amountCents - kept].map(amountFromCents);
    return review(
      `${back} USD of the payment ${parentTransactionId} went back, more than the ${came} USD that were paid. The order is ${paymentStatus}.`,
    );
  }
  const amount = amountFromCents(grossCents ?? 0);
  return { outcome: "applied", reason: `${amount} USD applied. The order is ${paymentStatus}.` };
}

function review(reason: string): Settlement {
  return { outcome: "review", reason };
}

function noEffect(reason: string): Settlement {
  return { outcome: "no-effect", reason };
}
