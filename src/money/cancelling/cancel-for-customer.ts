import { orderNotFound } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { AppError } from "#platform/errors.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { subscriptionIdOf } from "#subscriptions/cycles/cycle-store.server.ts";
import { endCheckoutsOf } from "../paying/open-ways.server.ts";
import { type CancelDependencies, cancelLocked, cancelUnpaid } from "./cancel-order.ts";

/** The plan would go on without the order, and charge for its next period. */
const endsWithPlan =
  "This order is a free period of a plan, so it was not cancelled. Cancel the plan on its page: then nothing is charged later.";

/**
 * Cancels an order as an admin, if it is UnPaid or had nothing to pay. A Cancelled order stays
 * unchanged. Throws "forbidden", "not-found", and "conflict" for an order that was paid, and for a
 * period of a plan that had nothing to pay.
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
    const isFree = order.paymentStatus === "Paid" && order.priceCents === 0;
    if (isFree && (await subscriptionIdOf(tx, orderId)) !== undefined) {
      throw new AppError("conflict", endsWithPlan);
    }
    const cancel = isFree ? cancelLocked : cancelUnpaid;
    const cancelled = await cancel(tx, deps, order, authorOf(actor));
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
