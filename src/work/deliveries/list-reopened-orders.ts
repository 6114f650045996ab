import { sql } from "kysely";
import type { Order } from "#orders/order.ts";
import { withOrders } from "#orders/order-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";

interface ReopenedOrder {
  readonly order: Order;
  /** When the customer reopened the order. */
  readonly since: number;
}

/**
 * Paid orders that their customers reopened and that were not delivered again, the oldest order
 * first. Throws "unauthenticated" and "forbidden".
 */
export async function listReopenedOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<readonly ReopenedOrder[]> {
  requireRight(actor, "see every order");
  const rows = await database.read
    .selectFrom("order_review_events as event")
    .innerJoin("orders", "orders.id", "event.order_id")
    .select(["orders.number", "event.at"])
    // A literal, because SQLite uses a partial index only for a condition without parameters.
    .where(sql<boolean>`event.kind = 'reopened-by-customer'`)
    .where("orders.payment_status", "=", "Paid")
    .where("orders.order_status", "=", "Pending")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("order_review_events as later")
            .select("later.id")
            .whereRef("later.order_id", "=", "event.order_id")
            .whereRef("later.id", ">", "event.id")
            // After a delivery that the team took back, the order waits again.
            .where("later.kind", "in", ["accepted", "changes-asked"]),
        ),
      ),
    )
    // The index is sorted by order id, and ids grow with time, so the database stops reading at the
    // limit.
    .orderBy("event.order_id")
    .limit(most)
    .execute();
  const found = await withOrders(database.read, rows);
  return found.map(({ order, at }) => ({ order, since: at }));
}
