import type { Post } from "../mail/post.ts";
import type {
  Settlement,
  SettleNotification,
  VerifiedNotification,
} from "../payments/verified-notification.ts";
import type { Clock } from "../platform/clock.ts";
import type { WriteTransaction } from "../platform/database.ts";
import { amountFromCents } from "../platform/money.ts";
import type { LedgerKind, Order } from "./order.ts";
import { addToLedger, orderOfPayment, rederivePaymentStatus } from "./order-ledger.server.ts";
import { lockOrder } from "./order-store.server.ts";
import { refuseTakenRefund } from "./refund-requests.server.ts";
import { tellOfPayment } from "./tell-of-payment.server.ts";
import { whyNotPayment } from "./why-not-payment.ts";

interface SettleDependencies {
  readonly clock: Clock;
  readonly post: Post;
  /** In which the receipt says when. */
  readonly timeZone: string;
}

/** Which messages move money; the others have no effect. */
const ledgerKindOf = {
  completed: "payment",
  refunded: "refund",
  reversed: "reversal",
  "reversal-cancelled": "reversal-cancelled",
  approved: null,
  pending: null,
  failed: null,
  other: null,
} as const satisfies Record<string, LedgerKind | null>;

/**
 * What a verified notification does to the order that was handed off. A message that does not
 * match leaves everything as it is and waits for a person to look at it.
 */
export function settlePayment(deps: SettleDependencies): SettleNotification {
  return async (tx, notification) => {
    const { kind, rawStatus, pendingReason, faults } = notification.message;
    if (faults[0] !== undefined) return review(faults[0]);
    const ledgerKind = ledgerKindOf[kind];
    if (ledgerKind === null) {
      if (kind === "failed") await noteFailure(tx, notification);
      const why = pendingReason === null ? "" : `, because ${pendingReason}`;
      return noEffect(`${rawStatus ?? "No status"} moves no money${why}.`);
    }
    const order = await orderOf(tx, notification);
    if (order === undefined) return review("It names no payment that was started here.");
    const mismatch = whyNotPayment(notification, order);
    if (mismatch !== null) return review(mismatch);
    return enter(tx, deps, order, notification, ledgerKind);
  };
}

/** A refund of ours may be taken by the provider, and fail days later. */
async function noteFailure(
  tx: WriteTransaction,
  { provider, message }: VerifiedNotification,
): Promise<void> {
  const reason = `The provider could not do it: ${message.rawStatus}.`;
  await refuseTakenRefund(tx, provider, message.transactionId, reason);
}

/** The order is locked: a cancellation at this moment comes before or after, not between. */
async function orderOf(
  tx: WriteTransaction,
  { attempt, message, provider }: VerifiedNotification,
): Promise<Order | undefined> {
  // A refund is about the payment that it names; what else it carries may have been changed.
  const parent = await orderOfPayment(tx, provider, message.parentTransactionId);
  const reference = parent ?? attempt?.orderReference;
  return reference === undefined ? undefined : lockOrder(tx, reference);
}

async function enter(
  tx: WriteTransaction,
  deps: SettleDependencies,
  order: Order,
  { id, provider, message }: VerifiedNotification,
  kind: LedgerKind,
): Promise<Settlement> {
  const now = deps.clock();
  const added = await addToLedger(tx, order, {
    kind,
    amountCents: message.grossCents ?? 0,
    provider,
    transactionId: message.transactionId,
    parentTransactionId: message.parentTransactionId,
    notificationId: id,
    author: provider,
    at: now,
  });
  if (!added) return noEffect("The ledger has this transaction already.");
  const after = await rederivePaymentStatus(tx, order, now);
  // The first time only: a cancelled reversal and a second payment are no news to the customer.
  if (order.paidAt === null && after.paidAt !== null) {
    const payment = kind === "payment" ? message.transactionId : message.parentTransactionId;
    await tellOfPayment(tx, deps, after, ["Transaction", payment ?? ""]);
  }
  return kind === "payment"
    ? paymentSettled(order, after)
    : moneyReturned(after, message.grossCents);
}

function paymentSettled(before: Order, after: Order): Settlement {
  if (before.paymentStatus === "UnPaid") {
    return { outcome: "applied", reason: `The order is ${after.paymentStatus}.` };
  }
  if (before.paymentStatus === "Cancelled") {
    return review(
      `It came after the order was cancelled. The order is ${after.paymentStatus} now.`,
    );
  }
  return review("The order had been paid before: this is a second payment for it.");
}

function moneyReturned(after: Order, grossCents: number | null): Settlement {
  const amount = amountFromCents(grossCents ?? 0);
  return {
    outcome: "applied",
    reason: `${amount} USD entered. The order is ${after.paymentStatus}.`,
  };
}

function review(reason: string): Settlement {
  return { outcome: "review", reason };
}

function noEffect(reason: string): Settlement {
  return { outcome: "no-effect", reason };
}
