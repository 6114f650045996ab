import type { Database } from "../../platform/database/database.ts";
import { type Page, pageOf } from "../../platform/pages.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { pageOfEvery } from "../list-orders.ts";
import type { Order } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import { findMatchingOrders } from "./matching-orders.server.ts";
import { type NearPage, nearbyPage, type SearchPageRequest } from "./nearby-page.server.ts";
import type { OrderKey } from "./order-key.ts";
import { type OrderSearch, type OrderSort, orderSorts } from "./order-search.ts";
import { orderedPlanNames } from "./partitions.server.ts";

interface SearchOrdersDependencies {
  readonly database: Database;
  readonly timeZone: string;
}

interface OrderSearchPage extends Page<Order> {
  /** Differs from the request when no index has so many orders in that sort. */
  readonly sort: OrderSort;
  /** False when there are more orders than `total`; the last counted one is then not shown. */
  readonly isCounted: boolean;
  /** Nearby pages in a list that is not counted; null in a counted one. */
  readonly near: readonly NearPage[] | null;
  /** Position at which the search stopped before this page was full; null when it did not. */
  readonly pausedAt: OrderKey | null;
}

/**
 * One page of a search, for admins. Every page number has an answer. Throws "unauthenticated" and
 * "forbidden".
 */
export async function searchOrders(
  { database, timeZone }: SearchOrdersDependencies,
  actor: Actor,
  search: OrderSearch,
  request: SearchPageRequest,
): Promise<OrderSearchPage> {
  requireRight(actor, "see every order");
  const queries = database.read;
  const sought = await findMatchingOrders(queries, search, timeZone);
  const { sort } = sought;
  if (sought.kind === "open") {
    // A position from a list with another sort is invalid here.
    const isPlace = (typeof request.after?.value === "string") === (orderSorts[sort].by === "name");
    const after = isPlace ? request.after : null;
    const page = await nearbyPage(sought.source, { ...request, after });
    return { ...page, sort, items: await selectOrdersByNumber(queries, page.items) };
  }
  const counted = { sort, isCounted: true, near: null, pausedAt: null };
  if (sought.kind === "every") {
    const { descending } = orderSorts[sort];
    return { ...(await pageOfEvery(queries, { ...request, descending })), ...counted };
  }
  const { numbers } = sought;
  const found = await pageOf({ ...request, total: numbers.length }, (offset) =>
    selectOrdersByNumber(queries, numbers.slice(offset, offset + request.pageSize)),
  );
  return { ...found, ...counted };
}

/** Names of all plans that were ever ordered. Throws "unauthenticated" and "forbidden". */
export async function listOrderedPlans(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<string[]> {
  requireRight(actor, "see every order");
  return orderedPlanNames(database.read);
}
