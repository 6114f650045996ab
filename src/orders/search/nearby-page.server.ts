import type { Page } from "../../platform/pages.ts";
import type { OrderKey } from "./order-key.ts";
import type { OrderSource } from "./order-source.server.ts";

export interface SearchPageRequest {
  /** The requested page number; invalid numbers are corrected. */
  readonly page: number;
  /** The order after which the page begins, from the link to it. */
  readonly after: OrderKey | null;
  readonly pageSize: number;
}

/** A nearby page and the order after which it begins; null for the start of the list. */
export interface NearPage {
  readonly page: number;
  readonly after: OrderKey | null;
}

/** A page of order numbers in a list that is not counted. */
export interface NearbyPage extends Page<number> {
  readonly isCounted: boolean;
  readonly near: readonly NearPage[];
  readonly pausedAt: OrderKey | null;
}

const pagesAhead = 2;
const pagesBehind = 2;
/** Maximum number of orders examined for one page. */
const effort = 10_000;
/** Deeper pages are reached only by links that contain their start. */
const deepestPage = 50;

/** Reads the page and enough before and after it for links to the nearby pages. */
export async function nearbyPage(
  source: OrderSource,
  request: SearchPageRequest,
): Promise<NearbyPage> {
  const { pageSize } = request;
  const start = await startOfPage(source, request);
  const { keys, isEnd, pausedAt } = await source.read({
    from: start.after,
    descending: source.descending,
    limit: pageSize * (1 + pagesAhead) + 1,
    effort,
  });
  // The URL is outdated: no order follows that one any more.
  if (keys.length === 0 && isEnd && request.after !== null) {
    return nearbyPage(source, { ...request, after: null });
  }
  const near = [
    ...(await pagesBefore(source, start, pageSize)),
    start,
    ...pagesBehindOf(keys, start, pageSize),
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

/** Links to the first page and to the pages before the one that starts there. */
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

function pagesBehindOf(keys: readonly OrderKey[], start: NearPage, pageSize: number): NearPage[] {
  const pages: NearPage[] = [];
  for (let step = 1; step <= pagesAhead; step++) {
    const after = keys[step * pageSize - 1];
    if (after === undefined || keys.length === step * pageSize) break;
    pages.push({ page: start.page + step, after });
  }
  return pages;
}
