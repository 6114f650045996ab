import { z } from "zod";
import type { Database } from "../platform/database.ts";
import { parseOrThrow } from "../platform/validation.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import { orderNotFound } from "./find-order.ts";
import { type Order, orderStatuses } from "./order.ts";
import { lockOrder } from "./order-store.server.ts";

const orderStatusForm = z.strictObject({
  orderStatus: z.enum(orderStatuses, { error: "The order status is Pending or Delivered." }),
});

/** Input: `{ orderStatus }`. Throws "forbidden", "invalid" and "not-found". */
export async function setOrderStatus(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<Order> {
  requireRight(actor, "update orders");
  const { orderStatus } = parseOrThrow(orderStatusForm, input);
  return database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    await tx
      .updateTable("orders")
      .set({ order_status: orderStatus })
      .where("id", "=", order.id)
      .execute();
    return { ...order, orderStatus };
  });
}
