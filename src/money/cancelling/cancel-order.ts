import type { EmailingDependencies } from "#mail/mailer.ts";
import { lockCustomerOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import type { Payments } from "#payments/payments.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { isLaterCycle } from "#subscriptions/cycles/cycle-store.server.ts";
import { enterInLedger, type LedgerDependencies } from "../ledger/order-ledger.server.ts";
import { endCheckoutsOf } from "../paying/open-ways.server.ts";

export interface CancelDependencies extends EmailingDependencies, LedgerDependencies {
  readonly payments: Pick<Payments, "through">;
}

/**
 * Cancels an UnPaid order of the customer's company. A Cancelled order stays unchanged. Throws
 * "unauthenticated", "not-found", also for another customer's order, and "conflict" for a Paid or
 * Refunded order and for a later period of a plan.
 */
export async function cancelOrder(
  deps: CancelDependencies,
  actor: Actor,
  orderId: string,
): Promise<Order> {
  requireSignedIn(actor);
  const cancelled = await deps.database.write(async (tx) => {
    const order = await lockCustomerOrder(tx, actor, "payments", orderId);
    if (order.paymentStatus === "Cancelled") return order;
    if (await isLaterCycle(tx, order.id)) throw new AppError("conflict", goesWithPlan);
    // The author is "customer" and not an email address, because the append-only ledger would keep
    // the address after the account is deleted.
    return cancelUnpaid(tx, deps, order, "customer");
  });
  await endCheckoutsOf(deps, orderId);
  return cancelled;
}

/** The provider may still charge such an order, and the plan would go on without it. */
const goesWithPlan =
  "This order belongs to a plan that goes on, so it was not cancelled. Pause or cancel the plan on its page: then what is not paid is taken back.";

/** Requires a locked order. Throws "conflict" for a Paid or Refunded order. */
export async function cancelUnpaid(
  tx: WriteTransaction,
  deps: CancelDependencies,
  order: Order,
  author: string,
): Promise<Order> {
  if (order.paymentStatus !== "UnPaid") {
    const isPaid = order.paymentStatus === "Refunded" ? "was paid and refunded" : "is paid";
    throw new AppError("conflict", `This order ${isPaid}, so it cannot be cancelled.`);
  }
  return cancelLocked(tx, deps, order, author);
}

/** Cancels a locked order that is UnPaid or had nothing to pay. */
export async function cancelLocked(
  tx: WriteTransaction,
  deps: CancelDependencies,
  order: Order,
  author: string,
): Promise<Order> {
  const cancelled = await enterCancellation(tx, deps, order, author);
  const name = order.priceCents === 0 ? "nothingToPayCancelled" : "paymentCancelled";
  await queueOrderEmails(tx, deps.post, cancelled, [{ name }]);
  return cancelled;
}

/** Like `cancelLocked`, without an email. */
export async function enterCancellation(
  tx: WriteTransaction,
  deps: LedgerDependencies,
  order: Order,
  author: string,
): Promise<Order> {
  const cancelled = await enterInLedger(tx, deps, order, {
    kind: "cancellation",
    amountCents: 0,
    provider: null,
    transactionId: null,
    parentTransactionId: null,
    notificationId: null,
    author,
    at: deps.post.clock(),
  });
  if (cancelled === undefined) throw new Error(`Order ${order.id} was cancelled before.`);
  return cancelled;
}
