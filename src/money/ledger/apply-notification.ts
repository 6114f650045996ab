import type { LedgerKind, Order } from "#orders/order.ts";
import {
  notifyOfDuplicatePayment,
  notifyOfReturnedMoney,
  type PaymentFacts,
} from "#orders/order-emails.server.ts";
import type { VerifiedNotification } from "#payments/notifications/verified-notification.ts";
import type { MessageKind } from "#payments/payment-provider.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { enterInLedger, type LedgerDependencies } from "./order-ledger.server.ts";

export interface EnterDependencies extends LedgerDependencies {
  readonly clock: Clock;
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
  "renewal-failed": null,
  "subscription-active": null,
  "subscription-past-due": null,
  "subscription-paused": null,
  "subscription-ended": null,
  other: null,
} as const satisfies Record<MessageKind, LedgerKind | null>;

interface Entering extends Pick<VerifiedNotification, "id" | "provider" | "message"> {
  readonly kind: LedgerKind;
  /** Provider of the verified message, or the admin who accepted the message. */
  readonly author: string;
}

/**
 * Adds a provider's message to the ledger. All messages reach the ledger through this function.
 * Requires a locked order. Returns the changed order, or undefined when the ledger has this
 * transaction already.
 */
export async function enterMessage(
  tx: WriteTransaction,
  deps: EnterDependencies,
  order: Order,
  entering: Entering,
): Promise<Order | undefined> {
  const { id, provider, message, kind, author } = entering;
  const now = deps.clock();
  const after = await enterInLedger(tx, deps, order, {
    kind,
    amountCents: message.grossCents ?? 0,
    provider,
    transactionId: message.transactionId,
    parentTransactionId: message.parentTransactionId,
    notificationId: id,
    author,
    at: now,
  });
  if (after === undefined) return undefined;
  // The author is the provider unless an admin decided about the message.
  const isDecided = author !== provider;
  if (kind === "payment" && order.paidAt !== null && !isDecided) {
    const payment: PaymentFacts = {
      amountCents: message.grossCents ?? 0,
      knownBy: ["Transaction", message.transactionId ?? ""],
    };
    await notifyOfDuplicatePayment(tx, deps.post, after, payment, now);
  }
  // Money that a dispute took back is no refund of ours, so no email says that we refunded it.
  if (kind === "refund") {
    await notifyOfReturnedMoney(tx, deps.post, after, {
      amountCents: -(message.grossCents ?? 0),
      knownBy: ["Transaction", message.transactionId ?? ""],
    });
  }
  return after;
}
