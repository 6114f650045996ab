import type { Database } from "#platform/database/database.ts";
import { type Page, pageOf } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { plansEverOrdered } from "../demonstration/demonstration-numbers.server.ts";
import { pageOfEvery } from "../list-orders.ts";
import type { Order } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import { findMatchingOrders } from "./matching-orders.server.ts";
import { type OrderKey, type OrderSearch, type OrderSort, orderSorts } from "./order-search.ts";
import type { OrderSource } from "./partitions.server.ts";
import type { SearchDependencies } from "./standing-filter.server.ts";

interface SearchPageRequest {
  /** Counts from 1. An invalid number gives the nearest page. */
  readonly page: number;
  readonly after: OrderKey | null;
  readonly pageSize: number;
}

/** `after`: the order after which the page begins; null for the first page. */
interface NearPage {
  readonly page: number;
  readonly after: OrderKey | null;
}

interface OrderSearchPage extends Page<Order> {
  /**
   * Differs from the requested sort when too many orders match and no index supports the requested
   * sort.
   */
  readonly sort: OrderSort;
  /** False when `total` is a lower bound. */
  readonly isCounted: boolean;
  /** Pages to link to in a list that is not counted; null in a counted list. */
  readonly near: readonly NearPage[] | null;
  /**
   * Position at which the search reached its effort limit before this page was full; otherwise
   * null.
   */
  readonly pausedAt: OrderKey | null;
}

/** A page number out of range gives the nearest page. Throws "unauthenticated" and "forbidden". */
export async function searchOrders(
  { database, clock, calendar }: SearchDependencies,
  actor: Actor,
  search: OrderSearch,
  request: SearchPageRequest,
): Promise<OrderSearchPage> {
  requireRight(actor, "see every order");
  const queries = database.read;
  const sought = await findMatchingOrders(queries, search, { calendar, now: clock() });
  const { sort } = sought;
  if (sought.kind === "open") {
    // Ignores a position whose value is of another type than the values of this sort.
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

type NearbyPage = Page<number> & Pick<OrderSearchPage, "isCounted" | "near" | "pausedAt">;

const pagesAhead = 2;
const pagesBehind = 2;
const effort = 10_000;
/**
 * Last page that the page number alone can reach. A link to a deeper page contains the order after
 * which the page begins.
 */
const deepestPage = 50;

/** Also reads enough orders before and after the page to link to the nearby pages. */
async function nearbyPage(source: OrderSource, request: SearchPageRequest): Promise<NearbyPage> {
  const { pageSize } = request;
  const start = await startOfPage(source, request);
  const { keys, isEnd, pausedAt } = await source.read({
    from: start.after,
    descending: source.descending,
    limit: pageSize * (1 + pagesAhead) + 1,
    effort,
  });
  // The link is outdated: no order follows the order that the link names.
  if (keys.length === 0 && isEnd && request.after !== null) {
    return nearbyPage(source, { ...request, after: null });
  }
  const near = [
    ...(await pagesBefore(source, start, pageSize)),
    start,
    ...pagesAfter(keys, start, pageSize),
  ];
  const offset = (start.page - 1) * pageSize;
  const seen = offset + keys.length;
  return {
    items: keys.slice(0, pageSize).map(({ number }) => number),
    page: start.page,
    pageCount: near.at(-1)?.page ?? start.page,
    total: isEnd ? seen : Math.max(seen, source.atLeast),
    isCounted: isEnd,
    offset,
    near,
    pausedAt: keys.length <= pageSize ? pausedAt : null,
  };
}

async function startOfPage(
  source: OrderSource,
  { page, after, pageSize }: SearchPageRequest,
): Promise<NearPage> {
  if (!(page >= 2)) return { page: 1, after: null };
  if (after !== null) return { page: Math.min(Math.trunc(page), Number.MAX_SAFE_INTEGER), after };
  const wanted = Math.min(Math.trunc(page), deepestPage);
  const limit = (wanted - 1) * pageSize + 1;
  const { keys } = await source.read({ from: null, descending: source.descending, limit, effort });
  const nearest = Math.max(1, Math.ceil(keys.length / pageSize));
  return { page: nearest, after: keys[(nearest - 1) * pageSize - 1] ?? null };
}

async function pagesBefore(
  source: OrderSource,
  start: NearPage,
  pageSize: number,
): Promise<NearPage[]> {
  if (start.after === null) return [];
  const { keys } = await source.read({
    from: start.after,
    inclusive: true,
    descending: !source.descending,
    limit: pageSize * pagesBehind + 1,
    effort,
  });
  const pages: NearPage[] = [];
  for (let step = 1; step <= pagesBehind && start.page - step > 1; step++) {
    const after = keys[step * pageSize];
    if (after === undefined) break;
    pages.unshift({ page: start.page - step, after });
  }
  return [{ page: 1, after: null }, ...pages];
}

function pagesAfter(keys: readonly OrderKey[], start: NearPage, pageSize: number): NearPage[] {
  const pages: NearPage[] = [];
  for (let step = 1; step <= pagesAhead; step++) {
    const after = keys[step * pageSize - 1];
    if (after === undefined || keys.length === step * pageSize) break;
    pages.push({ page: start.page + step, after });
  }
  return pages;
}

/** Throws "unauthenticated" and "forbidden". */
export async function listOrderedPlans(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<string[]> {
  requireRight(actor, "see every order");
  return plansEverOrdered(database.read);
}
