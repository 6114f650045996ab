import { orderNotFound } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { endCheckoutsOf } from "../paying/open-ways.server.ts";
import { type CancelDependencies, cancelUnpaid } from "./cancel-order.ts";

/**
 * Cancels an UnPaid order as an admin. A Cancelled order stays unchanged. Throws "forbidden",
 * "not-found", and "conflict" for a Paid or Refunded order.
 */
export async function cancelForCustomer(
  deps: CancelDependencies,
  actor: Actor,
  orderId: string,
): Promise<Order> {
  requireRight(actor, "update orders");
  const changed = await deps.database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    if (order.paymentStatus === "Cancelled") return order;
    const cancelled = await cancelUnpaid(tx, deps, order, authorOf(actor));
    await audit(tx, actor, {
      action: "Cancel order",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: { paymentStatus: order.paymentStatus },
      after: { paymentStatus: cancelled.paymentStatus },
      at: deps.clock(),
    });
    return cancelled;
  });
  await endCheckoutsOf(deps, orderId);
  return changed;
}
