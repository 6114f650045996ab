/** One page of a list. Pages count from 1; an empty list has one empty page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly pageCount: number;
  readonly total: number;
  /** Number of items before this page, so that serial numbers continue across pages. */
  readonly offset: number;
}

interface PageRequest {
  /** Requested page number; a number out of range becomes the nearest page of the list. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

export async function pageOf<Item>(
  { page, pageSize, total }: PageRequest,
  readItems: (offset: number) => Promise<readonly Item[]>,
): Promise<Page<Item>> {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const requested = Number.isFinite(page) ? Math.trunc(page) : page === Infinity ? pageCount : 1;
  const inRange = Math.min(Math.max(requested, 1), pageCount);
  const offset = (inRange - 1) * pageSize;
  return { items: await readItems(offset), page: inRange, pageCount, total, offset };
}

/**
 * Order, offset and size of a query for one page of a list that is sorted newest first. Reads a
 * page in the second half from the end, because the database steps over every row of an offset.
 */
export function nearerEnd(offset: number, pageSize: number, total: number) {
  const size = Math.max(0, Math.min(pageSize, total - offset));
  return offset <= total / 2
    ? { order: "desc" as const, offset, size }
    : { order: "asc" as const, offset: total - offset - size, size };
}

/** A part of a list that is sorted by the ids of its records. */
export interface ListRange {
  readonly limit?: number | undefined;
  /** Id of the record after which the list begins, even if the record was deleted. */
  readonly after?: string | undefined;
}
