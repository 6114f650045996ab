import { listSavedTabs } from "#access/admins/saved-tabs.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import type { Services } from "#compose.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import {
  everyOrder,
  type OrderSearch,
  orderSearchParameters,
  readOrderSearch,
} from "#search/order-search.ts";
import { listOrderedPlans, searchOrders } from "#search/search-orders.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { ordersList } from "./orders-list.ts";
import { assignablePeople, teamOrderRows } from "./team-order-rows.server.ts";

const pageSize = 10;

export async function readOrdersList(services: Services, actor: Actor, request: Request) {
  const { database, clock, configuration } = services;
  const parameters = new URL(request.url).searchParams;
  const { search, issues } = readOrderSearch(parameters);
  const reader = await dateReader(services, request);
  const deps = { database, clock, calendar: await readWorkCalendar(configuration, database.read) };
  const [found, plans, people, savedTabs] = await Promise.all([
    searchOrders(deps, actor, search, { page: pageNumberOf(request), pageSize }),
    listOrderedPlans(deps, actor),
    assignablePeople(services, actor),
    listSavedTabs(services, actor, ordersList.path),
  ]);
  return {
    orders: { ...found, items: await teamOrderRows(services, actor, found.items, reader) },
    query: orderSearchParameters(search).toString(),
    plan: search.plan,
    people,
    accountId: isSignedIn(actor) ? actor.accountId : "",
    problems: issues.map(({ message }) => message),
    plans,
    savedTabs,
    idle: found.total === 0 ? await idleFilters(deps, actor, search) : [],
  };
}

/**
 * Filters that match no order even without the other filters, so that the page can suggest removing
 * these filters.
 */
async function idleFilters(
  deps: Parameters<typeof searchOrders>[0],
  actor: Actor,
  search: OrderSearch,
): Promise<string[]> {
  const idle: string[] = [];
  for (const [name, value] of orderSearchParameters({ ...search, sort: everyOrder.sort })) {
    const request = { page: 1, pageSize: 1 };
    const alone = { ...everyOrder, [name]: value };
    const { total } = await searchOrders(deps, actor, alone, request);
    if (total === 0) idle.push(name);
  }
  return idle;
}
