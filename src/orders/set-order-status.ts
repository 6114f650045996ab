import { z } from "zod";
import type { Post } from "../mail/mailer.ts";
import type { Database, WriteTransaction } from "../platform/database/database.ts";
import { dollarsFromCents } from "../platform/money.ts";
import { parseOrThrow } from "../platform/texts/validation.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Actor } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import { requireRight } from "../policy/rights.ts";
import { orderNotFound } from "./find-order.ts";
import { type Order, type OrderStatus, orderStatuses } from "./order.ts";
import { queueOrderLetters } from "./order-emails.server.ts";
import { lockOrder } from "./order-store.server.ts";
import { addOrderEvent } from "./timeline/order-events.server.ts";

export const orderStatusForm = z.strictObject({
  orderStatus: z.enum(orderStatuses, { error: "The order status is Pending or Delivered." }),
});

interface SetOrderStatus {
  /** As it is now. */
  readonly order: Order;
  /** False when it had this status already. */
  readonly isChanged: boolean;
}

interface SetOrderStatusDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly post: Post;
}

/**
 * Input: `{ orderStatus }`. The status that an order has already is left as it is, without a trace.
 * Throws "forbidden", "invalid" and "not-found".
 */
export async function setOrderStatus(
  { database, clock, post }: SetOrderStatusDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<SetOrderStatus> {
  requireRight(actor, "update orders");
  const { orderStatus } = parseOrThrow(orderStatusForm, input);
  return database.write(async (tx) => {
    const before = await lockOrder(tx, orderId);
    if (before === undefined) throw orderNotFound();
    if (before.orderStatus === orderStatus) return { order: before, isChanged: false };
    const after = { ...before, orderStatus };
    await tx
      .updateTable("orders")
      .set({ order_status: orderStatus })
      .where("id", "=", after.id)
      .execute();
    await recordChange(tx, actor, after, before.orderStatus, clock());
    if (orderStatus === "Delivered")
      await queueOrderLetters(tx, post, after, [
        { name: "orderDelivered", facts: openFacts(after) },
      ]);
    return { order: after, isChanged: true };
  });
}

/** The owner may deliver before the money has come: then the letter says what is still open. */
function openFacts({ paymentStatus, priceCents, currency }: Order) {
  if (paymentStatus !== "UnPaid") return [];
  return [["Still to be paid", `${dollarsFromCents(priceCents)} ${currency}`]] as const;
}

async function recordChange(
  tx: WriteTransaction,
  actor: Actor,
  { id, number, orderStatus }: Order,
  before: OrderStatus,
  at: number,
): Promise<void> {
  await addOrderEvent(tx, actor, id, { orderStatus }, at);
  await audit(tx, actor, {
    action: "Update order status",
    subject: "order",
    subjectId: id,
    label: `Order ${number}`,
    before: { orderStatus: before },
    after: { orderStatus },
    at,
  });
}
