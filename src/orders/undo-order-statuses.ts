import { z } from "zod";
import type { EmailingDependencies } from "../mail/mailer.ts";
import { eachOf, type Outcomes } from "../platform/each-of.ts";
import { AppError } from "../platform/errors.ts";
import { canBeId } from "../platform/ids.ts";
import { parseOrThrow } from "../platform/texts/validation.ts";
import { type Actor, authorOf } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import { orderNotFound } from "./find-order.ts";
import type { Order } from "./order.ts";
import { lockOrder } from "./order-store.server.ts";
import {
  recordReopening,
  recordRestoring,
  reviewState,
} from "./room/deliveries/delivery-record.server.ts";
import { withdrawNews } from "./room/news/withdraw-news.server.ts";
import { mostOrders, otherStatus, storeOrderStatus } from "./set-order-status.ts";

const undoForm = z.strictObject({ changeIds: z.array(z.string()).min(1).max(mostOrders) });

/**
 * Undoes the actor's own changes of order statuses and withdraws their waiting emails. Input: `{
 * changeIds }`, from `setOrderStatus`. The undo of a change fails when the customer's email was
 * sent or the status was changed again. An undo changes the status too, so a second undo of the
 * same change fails. Throws "forbidden" and "invalid".
 */
export async function undoOrderStatuses(
  dependencies: EmailingDependencies,
  actor: Actor,
  input: unknown,
): Promise<Outcomes<Order>> {
  requireRight(actor, "update orders");
  const { changeIds } = parseOrThrow(undoForm, input);
  return eachOf(changeIds, (id) => undoChange(dependencies, actor, id));
}

async function undoChange(
  { database, clock }: EmailingDependencies,
  actor: Actor,
  changeId: string,
): Promise<Order> {
  if (!canBeId(changeId)) throw orderNotFound();
  return database.write(async (tx) => {
    const changes = tx.selectFrom("order_events").where("kind", "=", "status");
    const change = await changes
      .select(["order_id", "author", "at"])
      .where("id", "=", changeId)
      .executeTakeFirst();
    if (change === undefined) throw orderNotFound();
    // The author can be a customer, because asking for changes and reopening also change the
    // status.
    if (change.author !== authorOf(actor)) {
      throw new AppError("conflict", "Somebody else made this change, so you cannot undo it.");
    }
    const order = await lockOrder(tx, change.order_id);
    if (order === undefined) throw orderNotFound();
    const last = await changes
      .select("id")
      .where("order_id", "=", order.id)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (last?.id !== changeId)
      throw new AppError("conflict", "The status of this order was changed again.");
    if (order.orderStatus === "Delivered") {
      if ((await reviewState(tx, order.id)).stage === "accepted")
        throw new AppError("conflict", "The customer has already accepted the delivery.");
      if (!(await withdrawNews(tx, order, "orderDelivered", change.at))) {
        throw new AppError("conflict", "The customer has already got the email.");
      }
    }
    const undone = { ...order, orderStatus: otherStatus[order.orderStatus] };
    const at = clock();
    const undoId = await storeOrderStatus(tx, actor, undone, { action: "Undo order status", at });
    const record = undone.orderStatus === "Pending" ? recordReopening : recordRestoring;
    await record(tx, order.id, { author: authorOf(actor), at, changeId: undoId });
    return undone;
  });
}
