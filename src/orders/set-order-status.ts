import { z } from "zod";
import type { EmailingDependencies, Post } from "../mail/mailer.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import { eachOf, type Outcomes } from "../platform/each-of.ts";
import type { JsonValue } from "../platform/errors.ts";
import { dollarsFromCents } from "../platform/money.ts";
import { parseOrThrow } from "../platform/texts/validation.ts";
import { longDateOf } from "../platform/time/dates.ts";
import { type Actor, authorOf } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import { requireRight } from "../policy/rights.ts";
import { orderNotFound } from "./find-order.ts";
import { type Order, type OrderStatus, orderStatuses } from "./order.ts";
import { lockOrder } from "./order-store.server.ts";
import {
  lastDayOfReview,
  type RecordedDelivery,
  recordDelivery,
  recordReopening,
} from "./room/deliveries/delivery-record.server.ts";
import { addOrderNews } from "./room/news/order-news.server.ts";
import { queueAfter } from "./room/site-checks/site-check-record.server.ts";
import { addOrderEvent } from "./timeline/order-timeline.ts";

export const orderStatusForm = z.strictObject({
  orderStatus: z.enum(orderStatuses, { error: "The order status must be Pending or Delivered." }),
});

/**
 * Delays the email about a delivery, so that an admin can undo the change before the email is sent.
 */
const emailDelayMs = 15_000;

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
  { database, clock, post }: EmailingDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<SetOrderStatus> {
  requireRight(actor, "update orders");
  const { orderStatus } = parseOrThrow(orderStatusForm, input);
  return database.write(async (tx) => {
    const before = await lockOrder(tx, orderId);
    if (before === undefined) throw orderNotFound();
    if (before.orderStatus === orderStatus) return { order: before, changeId: null };
    const at = clock();
    const after = { ...before, orderStatus };
    const changeId = await storeOrderStatus(tx, actor, after, {
      action: "Update order status",
      at,
    });
    const change = { author: authorOf(actor), at, changeId };
    if (orderStatus === "Delivered") {
      const timeZone = await post.readTimeZone(tx);
      const withoutProof = { ...change, text: "", points: [], timeZone };
      const delivery = await recordDelivery(tx, after.id, withoutProof);
      await queueDeliveryEmail(tx, post, after, { at, ...delivery });
      await queueAfter(tx, after, at);
    } else {
      await recordReopening(tx, after.id, change);
    }
    return { order: after, changeId };
  });
}

interface EmailedDelivery extends RecordedDelivery {
  readonly at: number;
}

export async function queueDeliveryEmail(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  { number, reviewUntil, at }: EmailedDelivery,
): Promise<void> {
  const timeZone = await post.readTimeZone(tx);
  const lastDay = longDateOf(lastDayOfReview(reviewUntil), { timeZone });
  const facts = [
    ...(number > 1 ? [["Delivery", String(number)] as const] : []),
    ...(order.paymentStatus === "Paid" ? [["Last day for an answer", lastDay] as const] : []),
    ...openFacts(order),
  ];
  await addOrderNews(tx, order, { name: "orderDelivered", facts, at, delayMs: emailDelayMs });
}

/**
 * The owner can deliver before the customer pays. The email about the delivery then states the
 * amount due.
 */
function openFacts({ paymentStatus, priceCents, currency }: Order) {
  if (paymentStatus !== "UnPaid") return [];
  return [["Still due", `${dollarsFromCents(priceCents)} ${currency}`]] as const;
}

interface StatusChange {
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
  dependencies: EmailingDependencies,
  actor: Actor,
  input: unknown,
): Promise<Outcomes<SetOrderStatus>> {
  requireRight(actor, "update orders");
  const { orderIds, orderStatus } = parseOrThrow(orderStatusesForm, input);
  return eachOf(orderIds, (id) => setOrderStatus(dependencies, actor, id, { orderStatus }));
}
