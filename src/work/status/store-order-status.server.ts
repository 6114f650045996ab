import type { Order, OrderStatus } from "#orders/order.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import type { JsonValue } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { addOrderEvent } from "./order-events.server.ts";

export interface StatusChange {
  /** Name of the action in the audit log. */
  readonly action: string;
  readonly at: number;
  /** Further facts for the audit log. */
  readonly details?: Readonly<Record<string, JsonValue>>;
}

/**
 * Requires a locked order with its new status. Also adds an order event and an audit entry, and
 * returns the id of the event.
 */
export async function storeOrderStatus(
  tx: WriteTransaction,
  actor: Actor,
  { id, number, orderStatus }: Order,
  { action, at, details = {} }: StatusChange,
): Promise<string> {
  await tx.updateTable("orders").set({ order_status: orderStatus }).where("id", "=", id).execute();
  await audit(tx, actor, {
    action,
    subject: "order",
    subjectId: id,
    label: `Order ${number}`,
    before: { orderStatus: otherStatus[orderStatus] },
    after: { orderStatus, ...details },
    at,
  });
  return addOrderEvent(tx, actor, id, { orderStatus }, at);
}

export const otherStatus = { Pending: "Delivered", Delivered: "Pending" } as const satisfies Record<
  OrderStatus,
  OrderStatus
>;
