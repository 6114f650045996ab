import { z } from "zod";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { orderNotFound } from "#orders/find-order.ts";
import { type Order, orderStatuses } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { eachOf, type Outcomes } from "#platform/each-of.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { storeOrderStatus } from "../status/store-order-status.server.ts";
import { recordReopening } from "./delivery-record.server.ts";
import { type DeliveryDependencies, storeDelivery } from "./store-delivery.server.ts";

export const orderStatusForm = z.strictObject({
  orderStatus: z.enum(orderStatuses, { error: "The order status must be Pending or Delivered." }),
});

interface SetStatusDependencies extends EmailingDependencies, DeliveryDependencies {}

export interface SetOrderStatus {
  readonly order: Order;
  /** Id for the input of `undoOrderStatuses`; null when the order already had this status. */
  readonly changeId: string | null;
}

/**
 * Input: `{ orderStatus }`. Adds no event to an order that has the status already. Throws
 * "forbidden", "invalid" and "not-found".
 */
export async function setOrderStatus(
  deps: SetStatusDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<SetOrderStatus> {
  requireRight(actor, "update orders");
  const { orderStatus } = parseOrThrow(orderStatusForm, input);
  return deps.database.write(async (tx) => {
    const before = await lockOrder(tx, orderId);
    if (before === undefined) throw orderNotFound();
    if (before.orderStatus === orderStatus) return { order: before, changeId: null };
    const at = deps.clock();
    const action = "Update order status";
    if (orderStatus === "Delivered") {
      const withoutProof = { text: "", points: [], action, at };
      return storeDelivery(tx, deps, actor, before, withoutProof);
    }
    const after = { ...before, orderStatus };
    const changeId = await storeOrderStatus(tx, actor, after, { action, at });
    await recordReopening(tx, after.id, { author: authorOf(actor), at, changeId });
    return { order: after, changeId };
  });
}

export const mostOrders = 100;

const orderStatusesForm = z.strictObject({
  orderIds: z
    .array(z.string())
    .min(1, { error: "Choose at least one order." })
    .max(mostOrders, { error: `Choose up to ${mostOrders} orders at a time.` }),
  ...orderStatusForm.shape,
});

/**
 * Changes each order in a separate transaction, so that a failure for one order does not prevent
 * the other changes. Input: `{ orderIds, orderStatus }`. Throws "forbidden" and "invalid".
 */
export async function setOrderStatuses(
  deps: SetStatusDependencies,
  actor: Actor,
  input: unknown,
): Promise<Outcomes<SetOrderStatus>> {
  requireRight(actor, "update orders");
  const { orderIds, orderStatus } = parseOrThrow(orderStatusesForm, input);
  return eachOf(orderIds, (id) => setOrderStatus(deps, actor, id, { orderStatus }));
}
