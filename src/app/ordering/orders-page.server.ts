import type { Services } from "#compose.ts";
import { pageOfOrders } from "#orders/list-orders.ts";
import type { Page } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { dateReader } from "../date-reader.server.ts";
import { type MarkedOrderView, markedOrderViews } from "../order-room/order-view.server.ts";
import { pageNumberOf } from "../page-number.server.ts";

export type OrdersPage = Page<MarkedOrderView>;

/** A page of the actor's own orders, newest first. */
export async function ownOrdersPage(
  services: Services,
  actor: Actor,
  request: Request,
  pageSize: number,
): Promise<OrdersPage> {
  const page = pageNumberOf(request);
  const orders = await pageOfOrders(services, actor, { whose: "own", page, pageSize });
  const reader = await dateReader(services, request);
  return { ...orders, items: await markedOrderViews(services, actor, orders.items, "own", reader) };
}
