import type { Order } from "#orders/order.ts";
import { asOrder } from "#orders/order-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRoomRight, requireSignedIn } from "#policy/rights.ts";

/** Maximum number of open orders in a list of work. Nobody works on more orders at once. */
export const mostAssigned = 500;

/**
 * The paid orders that are assigned to the actor: at most `mostAssigned` orders to work on, the
 * oldest first, and at most `mostDelivered` delivered orders, the newest first. Throws
 * "unauthenticated" and "forbidden".
 */
export async function assignedOrders(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
): Promise<{ readonly open: readonly Order[]; readonly delivered: readonly Order[] }> {
  requireRoomRight(actor, "see order rooms");
  const { accountId } = requireSignedIn(actor);
  const assigned = read
    .selectFrom("orders")
    .selectAll()
    .where("assignee_id", "=", accountId)
    .where("payment_status", "=", "Paid");
  const open = await assigned
    .where("order_status", "=", "Pending")
    .orderBy("number")
    .limit(mostAssigned)
    .execute();
  const delivered = await assigned
    .where("order_status", "=", "Delivered")
    .orderBy("number", "desc")
    .limit(mostDelivered)
    .execute();
  return { open: open.map(asOrder), delivered: delivered.map(asOrder) };
}

const mostDelivered = 20;
