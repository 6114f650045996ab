import type { Post } from "#mail/mailer.ts";
import type { VerifiedNotification } from "#payments/notifications/verified-notification.ts";
import type { MessageKind } from "#payments/payment-provider.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { assignByRule } from "../assignment/assign-by-rule.server.ts";
import type { LedgerKind, Order } from "../order.ts";
import {
  notifyOfDuplicatePayment,
  notifyOfPayment,
  notifyOfReturnedMoney,
  type PaymentFacts,
} from "../order-emails.server.ts";
import { beginBrief } from "../room/brief/begin-brief.server.ts";
import { restartReview } from "../room/deliveries/delivery-record.server.ts";
import { queueBefore } from "../room/site-checks/site-check-record.server.ts";
import { addIfNew, rederivePaymentStatus } from "./order-ledger.server.ts";

export interface EnterDependencies {
  readonly clock: Clock;
  readonly post: Post;
}

/** Null for kinds of messages that move no money. */
export const ledgerKindOf = {
  completed: "payment",
  refunded: "refund",
  reversed: "reversal",
  "reversal-cancelled": "reversal-cancelled",
  approved: null,
  pending: null,
  failed: null,
  other: null,
} as const satisfies Record<MessageKind, LedgerKind | null>;

interface Entering extends Pick<VerifiedNotification, "id" | "provider" | "message"> {
  readonly kind: LedgerKind;
  /** Provider of the verified message, or the admin who accepted the message. */
  readonly author: string;
}

/**
 * Adds a provider's message to the ledger. All messages reach the ledger through this function.
 * Requires a locked order, derives the order's payment status and queues the emails. Returns the
 * changed order, or null when the ledger has this transaction already.
 */
export async function enterMessage(
  tx: WriteTransaction,
  deps: EnterDependencies,
  order: Order,
  entering: Entering,
): Promise<Order | null> {
  const { id, provider, message, kind, author } = entering;
  const now = deps.clock();
  // The author is the provider unless an admin decided about the message.
  const isDecided = author !== provider;
  const added = await addIfNew(tx, order, {
    kind,
    amountCents: message.grossCents ?? 0,
    provider,
    transactionId: message.transactionId,
    parentTransactionId: message.parentTransactionId,
    notificationId: id,
    author,
    at: now,
  });
  if (!added) return null;
  let after = await rederivePaymentStatus(tx, order, now);
  // Announces that the order is Paid only the first time. A cancelled reversal makes the order Paid
  // again, but brings no new payment.
  if (order.paidAt === null && after.paidAt !== null) {
    after = await assignByRule(tx, deps.post, after, now);
    const isPayment = kind === "payment";
    const transaction = isPayment ? message.transactionId : message.parentTransactionId;
    await notifyOfPayment(tx, deps.post, after, {
      amountCents: (isPayment ? message.grossCents : null) ?? order.priceCents,
      knownBy: ["Transaction", transaction ?? ""],
      isUnasked: order.paymentStatus === "Cancelled" && !isDecided,
    });
    const isAskedFor = order.paymentStatus !== "Cancelled" || isDecided;
    if (after.paymentStatus === "Paid") {
      await beginBrief(tx, after, { at: now, isAskedFor });
      await queueBefore(tx, after, now);
    }
  }
  if (order.paymentStatus !== "Paid" && after.paymentStatus === "Paid") {
    await restartReview(tx, deps.post, after, now);
  }
  if (kind === "payment" && order.paidAt !== null && !isDecided) {
    const payment: PaymentFacts = {
      amountCents: message.grossCents ?? 0,
      knownBy: ["Transaction", message.transactionId ?? ""],
    };
    await notifyOfDuplicatePayment(tx, deps.post, after, payment, now);
  }
  if (kind === "refund" || kind === "reversal") {
    await notifyOfReturnedMoney(tx, deps.post, after, {
      amountCents: -(message.grossCents ?? 0),
      knownBy: ["Transaction", message.transactionId ?? ""],
    });
  }
  return after;
}
