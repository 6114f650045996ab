import { redirect } from "react-router";
import type { Crumb } from "#app/root.tsx";
import type { Services } from "#compose.ts";
import type { Order } from "#orders/order.ts";
import type { Actor } from "#policy/actor.ts";
import { neighbouringOrders, type OrderList } from "#search/neighbouring-orders.ts";
import { everyOrder, readOrderSearch } from "#search/order-search.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";

export interface OpenedFrom {
  /** Path of the list with its query; null for all orders, newest first. */
  readonly path: string | null;
  readonly list: OrderList;
}

const parameter = "list";

/**
 * Returns the list that gives an order its previous and next order. A request without the list in
 * its URL is redirected to a URL with the list, so that a reload or a submitted form keeps the
 * list.
 */
export function openedFrom(request: Request, order: Opened): OpenedFrom {
  const given = new URL(request.url).searchParams.get(parameter);
  if (given !== null) return readList(given) ?? allOrders;
  const referrer = request.headers.get("referer") ?? "";
  if (request.method !== "GET" || !URL.canParse(referrer)) return allOrders;
  const { pathname, search } = new URL(referrer);
  const isListedToDeliver = ["/admin", "/orders-board"].includes(pathname) && isToDeliver(order);
  const path = isListedToDeliver ? ordersToDeliver : pathname + search;
  const found = readList(path);
  if (found === null || found.path === null) return allOrders;
  throw redirect(orderPath(order.id, path));
}

type Opened = Pick<Order, "id" | "paymentStatus" | "orderStatus">;

/** The list of all orders to deliver, of which the dashboard and the board show some. */
const ordersToDeliver = "/total-orders?payment=Paid&status=Pending&sort=oldest";

function isToDeliver({ paymentStatus, orderStatus }: Opened): boolean {
  return paymentStatus === "Paid" && orderStatus === "Pending";
}

/** Path of an order's page. The query contains the list from which the order was opened. */
export function orderPath(orderId: string, list: string | null): string {
  const path = `/admin/payment-status/${encodeURIComponent(orderId)}`;
  return list === null ? path : `${path}?${new URLSearchParams({ [parameter]: list })}`;
}

const allOrders: OpenedFrom = { path: null, list: { search: everyOrder } };

function readList(path: string): OpenedFrom | null {
  const [pathname = "", query = ""] = path.split("?", 2);
  if (pathname === "/total-orders") {
    const list = { search: readOrderSearch(new URLSearchParams(query)).search };
    return query === "" ? allOrders : { path, list };
  }
  const accountId = /^\/people\/([\w-]{1,100})$/.exec(pathname)?.[1];
  return accountId === undefined ? null : { path, list: { accountId } };
}

/** Paths of the previous and the next order in the list; null at the ends of the list. */
export async function readNeighbours(
  services: Services,
  actor: Actor,
  order: Order,
  { path, list }: OpenedFrom,
) {
  const calendar = await readWorkCalendar(services.configuration, services.database.read);
  const { previous, next } = await neighbouringOrders(
    { ...services, calendar },
    actor,
    order,
    list,
  );
  const pathOf = (id: string | null) => id && orderPath(id, path);
  return { previous: pathOf(previous), next: pathOf(next) };
}

/** Breadcrumbs back to the list from which the order was opened. */
export function crumbsOf(path: string | null, customerName: string): Crumb[] {
  if (path?.startsWith("/people/")) {
    return [
      { label: "Customers", path: "/people" },
      { label: customerName, path },
    ];
  }
  const all = { label: "Total Orders", path: "/total-orders" };
  return path === null ? [all] : [all, { label: "Your list", path }];
}
