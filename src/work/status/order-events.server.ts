import type { OrderStatus } from "#orders/order.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import type { OrderEventRow } from "./order-event-tables.server.ts";

type OrderEvent = { readonly orderStatus: OrderStatus } | { readonly note: string };

/** Returns the id of the event. */
export async function addOrderEvent(
  tx: WriteTransaction,
  actor: Actor,
  orderId: string,
  event: OrderEvent,
  at: number,
  author: string = authorOf(actor),
): Promise<string> {
  const id = newId();
  const content =
    "note" in event
      ? { kind: "note" as const, note: event.note, order_status: null }
      : { kind: "status" as const, note: null, order_status: event.orderStatus };
  await tx
    .insertInto("order_events")
    .values({ id, order_id: orderId, ...content, author, at })
    .execute();
  return id;
}

/** Oldest first. */
export async function eventsOfOrder(
  queries: Queries,
  orderId: string,
): Promise<readonly OrderEventRow[]> {
  return queries
    .selectFrom("order_events")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
}
