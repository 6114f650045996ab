import type { EmailingDependencies } from "../mail/mailer.ts";
import { AppError } from "../platform/errors.ts";
import type { Actor } from "../policy/actor.ts";
import { requireSignedIn } from "../policy/rights.ts";
import { isOwn, orderNotFound } from "./find-order.ts";
import { addToLedger, rederivePaymentStatus } from "./ledger/order-ledger.server.ts";
import type { Order } from "./order.ts";
import { queueOrderEmails } from "./order-emails.server.ts";
import { lockOrder } from "./order-store.server.ts";

/**
 * Cancels the customer's own UnPaid order; does nothing to a Cancelled one. Throws "not-found",
 * also for another customer's order, and "conflict" for a paid one.
 */
export async function cancelOrder(
  { database, clock, post }: EmailingDependencies,
  actor: Actor,
  orderId: string,
): Promise<Order> {
  requireSignedIn(actor);
  return database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined || !isOwn(actor, order)) throw orderNotFound();
    if (order.paymentStatus === "Cancelled") return order;
    if (order.paymentStatus !== "UnPaid") {
      throw new AppError("conflict", "This order is paid, so it cannot be cancelled.");
    }
    const at = clock();
    await addToLedger(tx, order, {
      kind: "cancellation",
      amountCents: 0,
      provider: null,
      transactionId: null,
      parentTransactionId: null,
      notificationId: null,
      // The ledger is append-only, so it must not contain an address that a deleted account leaves
      // behind.
      author: "customer",
      at,
    });
    await queueOrderEmails(tx, post, order, [{ name: "paymentCancelled" }]);
    return rederivePaymentStatus(tx, order, at);
  });
}
