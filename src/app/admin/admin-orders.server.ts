import type { Services } from "../../compose.ts";
import { pageOfOrders } from "../../orders/page-of-orders.ts";
import type { Actor } from "../../policy/actor.ts";
import { dateReader } from "../date-reader.server.ts";
import { orderRow } from "../ordering/order-row.server.ts";
import type { OrdersPage } from "../ordering/orders-page.server.ts";

/** A page of everybody's orders, newest first. */
export async function allOrdersPage(
  services: Services,
  actor: Actor,
  request: Request,
  page: number,
  pageSize: number,
): Promise<OrdersPage> {
  const orders = await pageOfOrders(services, actor, { whose: "every", page, pageSize });
  const reader = dateReader(services, request);
  return { ...orders, items: orders.items.map((order) => orderRow(order, reader)) };
}
