import type { Post } from "#mail/mailer.ts";
import type { Order } from "#orders/order.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { type StatusChange, storeOrderStatus } from "../status/store-order-status.server.ts";
import {
  type NewDelivery,
  type RecordedDelivery,
  recordDelivery,
} from "./delivery-record.server.ts";

/** What follows from a delivery. `lifecycle/` lists the consequences. */
export interface DeliveryLifecycle {
  /** The order has become Delivered. */
  readonly onDelivered: (
    tx: WriteTransaction,
    deps: { readonly post: Post },
    order: Order,
    delivery: RecordedDelivery & { readonly at: number },
  ) => Promise<void>;
}

export interface DeliveryDependencies {
  readonly post: Post;
  readonly lifecycle: DeliveryLifecycle;
}

type Delivery = StatusChange & Pick<NewDelivery, "text" | "points" | "checks">;

interface StoredDelivery {
  readonly order: Order;
  readonly number: number;
  /** Id for the input of `undoOrderStatuses`. */
  readonly changeId: string;
}

/**
 * Makes a locked order Delivered, with a numbered delivery. Every change to Delivered happens here.
 */
export async function storeDelivery(
  tx: WriteTransaction,
  { post, lifecycle }: DeliveryDependencies,
  actor: Actor,
  before: Order,
  { text, points, checks, ...change }: Delivery,
): Promise<StoredDelivery> {
  const { at } = change;
  const order = { ...before, orderStatus: "Delivered" } as const;
  const changeId = await storeOrderStatus(tx, actor, order, change);
  const delivery = await recordDelivery(tx, order.id, {
    text,
    points,
    checks,
    author: authorOf(actor),
    at,
    changeId,
    timeZone: await post.readTimeZone(tx),
  });
  await lifecycle.onDelivered(tx, { post }, order, { ...delivery, at });
  return { order, number: delivery.number, changeId };
}
