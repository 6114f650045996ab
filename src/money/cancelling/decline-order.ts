import { orderOfLink } from "#orders/links/link-order.ts";
import type { Order } from "#orders/order.ts";
import type { Actor } from "#policy/actor.ts";
import { type CancelDependencies, cancelOrder } from "./cancel-order.ts";

/**
 * Cancels the unpaid order of a link “No, thank you”. A Cancelled order stays unchanged. Throws the
 * errors of `customerOfLink` and of `cancelOrder`.
 */
export async function declineOrder(deps: CancelDependencies, actor: Actor): Promise<Order> {
  const { order, customer } = await orderOfLink(deps, actor, "decline the order");
  return cancelOrder(deps, customer, order.id);
}
