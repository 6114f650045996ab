import { setImmediate as otherRequests } from "node:timers/promises";
import { type SelectQueryBuilder, sql } from "kysely";
import type { Queries, Tables } from "#platform/database/database.ts";
import type { Order, OrderStatus, PaymentStatus } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import type { OrderKey } from "./order-search.ts";
import { sortColumns } from "./order-search-tables.server.ts";

interface KeyRange {
  /** Start position; null for the start of the list. */
  readonly from: OrderKey | null;
  readonly inclusive?: boolean;
  readonly descending: boolean;
  readonly limit: number;
}

/** Query that reads the orders of one partition in the sort of the partition's index. */
export type Partition = (queries: Queries, range: KeyRange) => PartitionQuery;
type PartitionQuery = SelectQueryBuilder<Tables, never, OrderKey>;

/** Values of the filterable columns. Each combination of values is a partition of its own. */
interface Facet {
  readonly plan: string;
  readonly payment: PaymentStatus;
  readonly status: OrderStatus;
}

/** A half-open time interval in Unix milliseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly before: number;
}

/** A time span requires the sort by date, because the other indexes do not contain the date. */
export function facetPartition(
  facet: Facet,
  sort: keyof typeof sortColumns,
  span: TimeSpan | null,
): Partition {
  return (queries, range) => sorted(ordersWith(queries, facet), sortColumns[sort], span, range);
}

function ordersWith(queries: Queries, { plan, payment, status }: Facet) {
  return queries
    .selectFrom("orders")
    .where("package_name", "=", plan)
    .where("payment_status", "=", payment)
    .where("order_status", "=", status);
}

/** Like `facetPartition`, with only the orders in review, which are few at any time. */
export function reviewPartition(
  facet: Facet,
  sort: keyof typeof sortColumns,
  span: TimeSpan | null,
): Partition {
  return (queries, range) => {
    // A literal, because SQLite uses a partial index only for a condition without parameters.
    const orders = ordersWith(queries, facet).where(sql<boolean>`in_review = 1`);
    return sorted(orders, sortColumns[sort], span, range);
  };
}

/** The orders that contain a word, sorted by date. */
export function wordPartition(word: string, span: TimeSpan | null): Partition {
  return (queries, range) =>
    sorted(queries.selectFrom("order_words").where("word", "=", word), "placed_at", span, range);
}

function sorted(
  // biome-ignore lint/suspicious/noExplicitAny: the two tables have these columns alike
  query: SelectQueryBuilder<Tables, any, object>,
  column: string,
  span: TimeSpan | null,
  { from, inclusive, descending, limit }: KeyRange,
): PartitionQuery {
  const direction = descending ? "desc" : "asc";
  const sign = sql.raw(`${descending ? "<" : ">"}${inclusive ? "=" : ""}`);
  const beyond = sql<boolean>`(${sql.ref(column)}, number) ${sign} (${from?.value}, ${from?.number})`;
  return query
    .select([sql.ref(column).as("value"), "number"])
    .$if(span !== null, (all) =>
      all.where("placed_at", ">=", span?.from).where("placed_at", "<", span?.before),
    )
    .$if(from !== null, (all) => all.where(beyond))
    .orderBy(sql.ref(column), direction)
    .orderBy("number", direction)
    .limit(limit) as unknown as PartitionQuery;
}

/**
 * Maximum number of partitions in one union, because SQLite accepts at most 500 terms. With more
 * partitions several queries are needed.
 */
const partitionsPerQuery = 100;

/** Returns an order twice when two partitions contain the order. */
export async function readKeys(
  queries: Queries,
  partitions: readonly Partition[],
  range: KeyRange,
): Promise<OrderKey[]> {
  const groups = chunksOf(partitions, partitionsPerQuery);
  const read = await Promise.all(groups.map((group) => readGroup(queries, group, range)));
  return sortKeys(read.flat(), range.descending).slice(0, range.limit);
}

async function readGroup(
  queries: Queries,
  [first, ...others]: readonly Partition[],
  range: KeyRange,
): Promise<OrderKey[]> {
  if (first === undefined) return [];
  const part = (partition: Partition) =>
    queries.selectFrom(partition(queries, range).as("partition")).select(["value", "number"]);
  const all = others.reduce((union, partition) => union.unionAll(part(partition)), part(first));
  const direction = range.descending ? "desc" : "asc";
  return queries
    .selectFrom(all.as("partitions"))
    .select(["value", "number"])
    .orderBy("value", direction)
    .orderBy("number", direction)
    .limit(range.limit)
    .execute();
}

/** Compares texts by their bytes, like both database engines. */
export function sortKeys(keys: readonly OrderKey[], descending: boolean): OrderKey[] {
  const compare = (one: number | string, other: number | string) =>
    typeof one === "number" && typeof other === "number"
      ? one - other
      : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
  const sign = descending ? -1 : 1;
  return keys.toSorted(
    (one, other) => sign * (compare(one.value, other.value) || one.number - other.number),
  );
}

/** Counts the rows of a query that has a limit. Reads only the index. */
export async function countOf(
  queries: Queries,
  limited: SelectQueryBuilder<Tables, never, { number: number }>,
): Promise<number> {
  const { count } = await queries
    .selectFrom(limited.as("limited"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the accepted orders in the sequence of `orders`. */
export type OrderFilter = (orders: readonly Order[]) => Promise<readonly Order[]>;

/** Maximum number of orders that are filtered, sorted and counted in memory. */
export const gatherLimit = 2000;

/**
 * Reads all orders of the partitions and returns the orders that the filter accepts; null when the
 * partitions have more than `gatherLimit` orders.
 */
export async function gatherOrders(
  queries: Queries,
  partitions: readonly Partition[],
  filter: OrderFilter,
): Promise<Order[] | null> {
  let counted = 0;
  for (const partition of partitions) {
    const limit = gatherLimit - counted + 1;
    counted += await countOf(queries, partition(queries, { from: null, descending: true, limit }));
    if (counted > gatherLimit) return null;
  }
  const range = { from: null, descending: true, limit: gatherLimit };
  const keys = await readKeys(queries, partitions, range);
  const numbers = keys.map(({ number }) => number);
  return selectInChunks(queries, numbers, filter);
}

/** Maximum number of rows in a query. Other requests can run between two queries. */
export const chunkSize = 500;

export function chunksOf<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

export async function selectInChunks(
  queries: Queries,
  numbers: readonly number[],
  filter: OrderFilter = async (orders) => orders,
): Promise<Order[]> {
  const orders: Order[] = [];
  for (const [index, chunk] of chunksOf(numbers, chunkSize).entries()) {
    if (index > 0) await otherRequests();
    orders.push(...(await filter(await selectOrdersByNumber(queries, chunk))));
  }
  return orders;
}

interface FoundKeys {
  readonly keys: readonly OrderKey[];
  readonly isEnd: boolean;
  /**
   * Position at which the search reached its effort limit; null when the search did not reach the
   * limit.
   */
  readonly pausedAt: OrderKey | null;
}

interface ReadRange extends KeyRange {
  /** Maximum number of orders to examine. */
  readonly effort: number;
}

/** Sorted orders that can be read from any position in both directions. */
export interface OrderSource {
  readonly descending: boolean;
  /** Lower bound of the number of orders. */
  readonly atLeast: number;
  read(range: ReadRange): Promise<FoundKeys>;
}

export function partitionSource(
  queries: Queries,
  partitions: readonly Partition[],
  { descending, atLeast }: { descending: boolean; atLeast: number },
): OrderSource {
  return {
    descending,
    atLeast,
    async read(range) {
      const keys = await readKeys(queries, partitions, range);
      return { keys, isEnd: keys.length < range.limit, pausedAt: null };
    },
  };
}

/** `mostExamined`: maximum number of orders to examine in one read, for a slow filter. */
export function filteredSource(
  queries: Queries,
  partitions: readonly Partition[],
  descending: boolean,
  filter: OrderFilter,
  mostExamined = Number.POSITIVE_INFINITY,
): OrderSource {
  const read = (range: ReadRange) => {
    const effort = Math.min(range.effort, mostExamined);
    return readWanted(queries, partitions, { ...range, effort }, filter);
  };
  return { descending, atLeast: 0, read };
}

/** Size of the first and smallest chunk. A page is often full after a few rows. */
const smallChunkSize = 100;

async function readWanted(
  queries: Queries,
  partitions: readonly Partition[],
  range: ReadRange,
  filter: OrderFilter,
): Promise<FoundKeys> {
  const found: OrderKey[] = [];
  let next: KeyRange = { ...range, limit: smallChunkSize };
  let looked = 0;
  while (looked < range.effort) {
    if (looked > 0) await otherRequests();
    const chunk = await readKeys(queries, partitions, next);
    const last = chunk.at(-1);
    looked += chunk.length;
    found.push(...(await wantedOf(queries, chunk, filter)));
    if (found.length >= range.limit) {
      return { keys: found.slice(0, range.limit), isEnd: false, pausedAt: null };
    }
    if (chunk.length < next.limit || last === undefined) {
      return { keys: found, isEnd: true, pausedAt: null };
    }
    // Estimates the rows needed to fill the page from the share of wanted orders so far.
    const missing = range.limit - found.length;
    const wanted = Math.ceil((missing * looked) / Math.max(1, found.length));
    const limit = Math.min(Math.max(wanted, smallChunkSize), chunkSize);
    next = { ...next, from: last, inclusive: false, limit };
  }
  return { keys: found, isEnd: false, pausedAt: next.from };
}

/**
 * Removes duplicates: an order that contains two of the words is in two partitions and occurs twice
 * in succession.
 */
async function wantedOf(
  queries: Queries,
  chunk: readonly OrderKey[],
  filter: OrderFilter,
): Promise<OrderKey[]> {
  const once = chunk.filter(({ number }, index) => number !== chunk[index - 1]?.number);
  const numbers = once.map(({ number }) => number);
  const orders = await selectOrdersByNumber(queries, numbers);
  const wanted = new Set((await filter(orders)).map(({ number }) => number));
  return once.filter(({ number }) => wanted.has(number));
}
