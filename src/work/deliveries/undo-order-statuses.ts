import { z } from "zod";
import { withdrawNews } from "#conversation/news/withdraw-news.server.ts";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { orderNotFound } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { eachOf, type Outcomes } from "#platform/each-of.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { acceptanceState } from "#stages/acceptance-events.server.ts";
import { withdrawAfter } from "../site-checks/site-check-record.server.ts";
import { otherStatus } from "../status/store-order-status.server.ts";
import { undoAcceptanceEvents } from "./delivery-record.server.ts";
import { mostOrders } from "./set-order-status.ts";

const undoForm = z.strictObject({ changeIds: z.array(z.string()).min(1).max(mostOrders) });

/**
 * Undoes the actor's own changes of order statuses and withdraws their waiting emails: the orders
 * return to their state before. Input: `{ changeIds }`, from `setOrderStatus` and `deliverOrder`. The
 * undo of a change fails when the customer's email was sent, or the status was changed again or is
 * undone already. Throws "forbidden" and "invalid".
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
    if (change === undefined) {
      const undone = tx.selectFrom("undone_order_changes").where("order_event_id", "=", changeId);
      if ((await undone.select("order_id").executeTakeFirst()) === undefined) throw orderNotFound();
      throw new AppError("conflict", "This change was undone already.");
    }
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
      if ((await acceptanceState(tx, order.id)).stage === "accepted")
        throw new AppError("conflict", "The customer has already accepted the delivery.");
      if (!(await withdrawNews(tx, order, "orderDelivered", change.at))) {
        throw new AppError("conflict", "The customer has already got the email.");
      }
    }
    const orderStatus = otherStatus[order.orderStatus];
    const at = clock();
    await tx
      .updateTable("orders")
      .set({ order_status: orderStatus })
      .where("id", "=", order.id)
      .execute();
    await undoAcceptanceEvents(tx, order.id, changeId, at);
    await withdrawAfter(tx, order.id, change.at);
    await tx.deleteFrom("order_events").where("id", "=", changeId).execute();
    await audit(tx, actor, {
      action: "Undo order status",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: { orderStatus: order.orderStatus },
      after: { orderStatus },
      at,
    });
    return { ...order, orderStatus };
  });
}
