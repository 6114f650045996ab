import type { Services } from "../../../compose.ts";
import { pageOfOrders } from "../../../orders/list-orders.ts";
import type { Page } from "../../../platform/pages.ts";
import type { Actor } from "../../../policy/actor.ts";
import { dateReader } from "../../date-reader.server.ts";
import { type MarkedOrderRow, markedRows } from "../../ordering/order/order-row.server.ts";

/** A page of all orders, newest first. */
export async function allOrdersPage(
  services: Services,
  actor: Actor,
  request: Request,
  page: number,
  pageSize: number,
): Promise<Page<MarkedOrderRow>> {
  const orders = await pageOfOrders(services, actor, { whose: "every", page, pageSize });
  const reader = dateReader(services, request);
  return { ...orders, items: await markedRows(services, actor, orders.items, "every", reader) };
}
