import { z } from "zod";
import type { EmailingDependencies } from "../mail/mailer.ts";
import { AppError } from "../platform/errors.ts";
import { dollarsFromCents } from "../platform/money.ts";
import { parseOrThrow } from "../platform/texts/validation.ts";
import type { Actor } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import { requireRight } from "../policy/rights.ts";
import { orderNotFound } from "./find-order.ts";
import { type Order, orderStatuses } from "./order.ts";
import { queueOrderEmails } from "./order-emails.server.ts";
import { lockOrder } from "./order-store.server.ts";
import { addOrderEvent } from "./timeline/order-timeline.ts";

export const orderStatusForm = z.strictObject({
  orderStatus: z.enum(orderStatuses, { error: "The order status must be Pending or Delivered." }),
});

/**
 * Returns the order after the change. Input: `{ orderStatus }`. An order that has the status already
 * stays unchanged, without an event.
 * Throws "forbidden", "invalid" and "not-found".
 */
export async function setOrderStatus(
  { database, clock, post }: EmailingDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<{ readonly order: Order; readonly isChanged: boolean }> {
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
    const at = clock();
    await addOrderEvent(tx, actor, after.id, { orderStatus }, at);
    await audit(tx, actor, {
      action: "Update order status",
      subject: "order",
      subjectId: after.id,
      label: `Order ${after.number}`,
      before: { orderStatus: before.orderStatus },
      after: { orderStatus },
      at,
    });
    if (orderStatus === "Delivered") {
      const email = { name: "orderDelivered", facts: openFacts(after) } as const;
      await queueOrderEmails(tx, post, after, [email]);
    }
    return { order: after, isChanged: true };
  });
}

/** The owner may deliver before payment; the email then says what is still due. */
function openFacts({ paymentStatus, priceCents, currency }: Order) {
  if (paymentStatus !== "UnPaid") return [];
  return [["Still due", `${dollarsFromCents(priceCents)} ${currency}`]] as const;
}

const mostOrders = 100;

const orderStatusesForm = z.strictObject({
  orderIds: z
    .array(z.string())
    .min(1, { error: "Choose at least one order." })
    .max(mostOrders, { error: `Choose up to ${mostOrders} orders at a time.` }),
  ...orderStatusForm.shape,
});

export interface OrderStatusesResult {
  /** Numbers of orders that changed and of those that had this status before. */
  readonly changed: number;
  readonly unchanged: number;
  /** Ids of unchanged orders, with reasons. */
  readonly failed: readonly { readonly orderId: string; readonly reason: string }[];
}

/**
 * Sets the status of several orders one by one; a failure stops no other order. Input: `{ orderIds,
 * orderStatus }`. Throws "forbidden" and "invalid".
 */
export async function setOrderStatuses(
  dependencies: Parameters<typeof setOrderStatus>[0],
  actor: Actor,
  input: unknown,
): Promise<OrderStatusesResult> {
  requireRight(actor, "update orders");
  const { orderIds, orderStatus } = parseOrThrow(orderStatusesForm, input);
  const ids = [...new Set(orderIds)];
  const outcomes = await Promise.allSettled(
    ids.map((id) => setOrderStatus(dependencies, actor, id, { orderStatus })),
  );
  const set = outcomes.flatMap((outcome) =>
    outcome.status === "fulfilled" ? [outcome.value.isChanged] : [],
  );
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.status === "rejected"
      ? [{ orderId: ids[index] ?? "", reason: reasonOf(outcome.reason) }]
      : [],
  );
  const changed = set.filter((isChanged) => isChanged).length;
  return { changed, unchanged: set.length - changed, failed };
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}
