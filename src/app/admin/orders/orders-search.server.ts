import type { Services } from "../../../compose.ts";
import {
  type OrderSearch,
  orderKeyText,
  readOrderKey,
  readOrderSearch,
} from "../../../orders/search/order-search.ts";
import { listOrderedPlans, searchOrders } from "../../../orders/search/search-orders.ts";
import type { Actor } from "../../../policy/actor.ts";
import { dateReader } from "../../date-reader.server.ts";
import { markedRows } from "../../ordering/order/order-row.server.ts";
import { pageNumberOf } from "../../ordering/orders-page.server.ts";
import { activeFilters, type FilterName, onlyFilter } from "./search-words.ts";

const pageSize = 10;

/** Data of the orders table for a URL. */
export async function readOrdersTable(services: Services, actor: Actor, request: Request) {
  const { database, configuration } = services;
  const { timeZone } = configuration;
  const parameters = new URL(request.url).searchParams;
  const { search, issues } = readOrderSearch(parameters);
  const reader = dateReader(services, request);
  const deps = { database, timeZone };
  const after = readOrderKey(parameters.get("after"));
  const [found, plans] = await Promise.all([
    searchOrders(deps, actor, search, { page: pageNumberOf(request), after, pageSize }),
    listOrderedPlans(deps, actor),
  ]);
  const { near, pausedAt, items, ...rest } = found;
  const orders = {
    ...rest,
    items: await markedRows(services, actor, items, "every", reader),
    near: near?.map(({ page, after }) => ({ page, after: after && orderKeyText(after) })) ?? null,
    pausedAt: pausedAt && orderKeyText(pausedAt),
  };
  const isNothing = items.length === 0 && pausedAt === null;
  const idle = isNothing ? await idleFilters(deps, actor, search) : [];
  return { search, problems: issues.map(({ message }) => message), orders, plans, idle };
}

/** Filters that match no order even alone. */
async function idleFilters(
  deps: Parameters<typeof searchOrders>[0],
  actor: Actor,
  search: OrderSearch,
): Promise<FilterName[]> {
  const idle: FilterName[] = [];
  for (const { name } of activeFilters(search)) {
    const request = { page: 1, after: null, pageSize: 1 };
    const { items, pausedAt } = await searchOrders(deps, actor, onlyFilter(search, name), request);
    if (items.length === 0 && pausedAt === null) idle.push(name);
  }
  return idle;
}
