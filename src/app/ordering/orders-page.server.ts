import type { Services } from "#compose.ts";
import { pageOfOrders } from "#orders/list-orders.ts";
import type { Page } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { dateReader } from "../date-reader.server.ts";
import { type MarkedOrderRow, markedRows } from "./order/order-row.server.ts";

export type OrdersPage = Page<MarkedOrderRow>;

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
  return { ...orders, items: await markedRows(services, actor, orders.items, "own", reader) };
}

export function pageNumberOf(request: Request, name = "page"): number {
  return Number(new URL(request.url).searchParams.get(name) ?? "1");
}
