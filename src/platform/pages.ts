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

/** Most rows that the numbered pages of a long list contain, unless the list says otherwise. */
export const mostOnPages = 1000;

export interface LongListRequest {
  /** Id of the row after which page 1 begins; unknown ids are ignored. */
  readonly after?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/**
 * A page of a list that grows without a limit. The pages are numbered from the row `after`, because
 * counts and large offsets take longer the more rows they pass.
 */
export interface LongListPage<Item> extends Page<Item> {
  /** False when the list has more rows than `total`. */
  readonly isCounted: boolean;
  /** "" for the beginning of the list. */
  readonly after: string;
  /** `after` of the rows that follow the last page; null at the end of the list. */
  readonly next: string | null;
}

/** Calls `readIds` for the ids after `after`, and `readRows` for the ids of the page. */
export async function pageOfLongList<Row extends { readonly id: string }>(
  { after = "", page, pageSize }: LongListRequest,
  readIds: (most: number) => Promise<readonly string[]>,
  readRows: (ids: readonly string[]) => Promise<readonly Row[]>,
  most = mostOnPages,
): Promise<LongListPage<Row>> {
  const ids = await readIds(most + 1);
  const total = Math.min(ids.length, most);
  const found = await pageOf({ page, pageSize, total }, async (offset) => {
    const shown = ids.slice(offset, Math.min(offset + pageSize, total));
    if (shown.length === 0) return [];
    const rows = new Map((await readRows(shown)).map((row) => [row.id, row]));
    return shown.flatMap((id) => rows.get(id) ?? []);
  });
  const next = ids.length > total ? (ids[total - 1] ?? null) : null;
  return { ...found, after, next, isCounted: next === null && after === "" };
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
