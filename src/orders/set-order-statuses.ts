import { z } from "zod";
import { AppError } from "../platform/errors.ts";
import { parseOrThrow } from "../platform/texts/validation.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import { orderStatuses } from "./order.ts";
import { setOrderStatus } from "./set-order-status.ts";

const mostOrders = 100;

const orderStatusesForm = z.strictObject({
  orderIds: z
    .array(z.string())
    .min(1, { error: "Choose at least one order." })
    .max(mostOrders, { error: `Choose up to ${mostOrders} orders at a time.` }),
  orderStatus: z.enum(orderStatuses, { error: "The order status is Pending or Delivered." }),
});

export interface OrderStatusesResult {
  /** How many have another status now, and how many had this one before. */
  readonly changed: number;
  readonly unchanged: number;
  /** The ids of orders that are as they were, and why. */
  readonly failed: readonly { readonly orderId: string; readonly reason: string }[];
}

/**
 * Gives several orders one status, each as if by itself: one that cannot be changed stops no other.
 * Input: `{ orderIds, orderStatus }`. Throws "forbidden" and "invalid".
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
