import type { Services } from "#compose.ts";
import { pageOfOrders } from "#orders/list-orders.ts";
import type { Page } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { dateReader } from "../date-reader.server.ts";
import { type MarkedOrderRow, markedRows } from "./order/order-row.server.ts";

export type OrdersPage = Page<MarkedOrderRow>;

/** A page of orders, newest first: the actor's own orders or, for admins, all orders. */
export async function ordersPage(
  services: Services,
  actor: Actor,
  request: Request,
  which: Parameters<typeof pageOfOrders>[2],
): Promise<OrdersPage> {
  const orders = await pageOfOrders(services, actor, which);
  const reader = await dateReader(services, request);
  return { ...orders, items: await markedRows(services, actor, orders.items, which.whose, reader) };
}

export function ownOrdersPage(
  services: Services,
  actor: Actor,
  request: Request,
  pageSize: number,
): Promise<OrdersPage> {
  const page = pageNumberOf(request);
  return ordersPage(services, actor, request, { whose: "own", page, pageSize });
}

export function pageNumberOf(request: Request, name = "page"): number {
  return Number(new URL(request.url).searchParams.get(name) ?? "1");
}
