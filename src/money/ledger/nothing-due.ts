import type { Order } from "#orders/order.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { enterInLedger, type LedgerDependencies } from "./order-ledger.server.ts";

/**
 * Makes an order with a price of nothing Paid, without a provider. Returns the changed order.
 * Requires a locked order, or one that was placed in this transaction.
 */
export async function enterNothingDue(
  tx: WriteTransaction,
  deps: LedgerDependencies,
  order: Order,
): Promise<Order> {
  if (order.priceCents !== 0) throw new Error(`The order ${order.id} has something to pay.`);
  const paid = await enterInLedger(tx, deps, order, {
    kind: "nothing-due",
    amountCents: 0,
    provider: null,
    transactionId: null,
    parentTransactionId: null,
    notificationId: null,
    author: "system",
    at: deps.post.clock(),
  });
  // The ledger has one such entry of an order.
  return paid ?? order;
}
