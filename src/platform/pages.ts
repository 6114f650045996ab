/** One page of a list. Pages count from 1; an empty list has one empty page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly pageCount: number;
  readonly total: number;
  /** What stands before the first item, so that serial numbers go on over pages. */
  readonly offset: number;
}

interface PageRequest {
  /** As it was asked for: anything that is no page of this list becomes the nearest that is. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

/** Brings the page into range and reads its items. */
export async function pageOf<Item>(
  { page, pageSize, total }: PageRequest,
  readItems: (offset: number) => Promise<readonly Item[]>,
): Promise<Page<Item>> {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const wanted = Number.isFinite(page) ? Math.trunc(page) : page === Infinity ? pageCount : 1;
  const inRange = Math.min(Math.max(wanted, 1), pageCount);
  const offset = (inRange - 1) * pageSize;
  return { items: await readItems(offset), page: inRange, pageCount, total, offset };
}

/**
 * Where a page of a list that is read newest first is found soonest: what a database steps over to
 * reach the last page from the front is the whole list.
 */
export function nearerEnd(offset: number, pageSize: number, total: number) {
  const size = Math.max(0, Math.min(pageSize, total - offset));
  return offset <= total / 2
    ? { order: "desc" as const, offset, size }
    : { order: "asc" as const, offset: total - offset - size, size };
}
