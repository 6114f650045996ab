import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Queries, Tables } from "../../platform/database/database.ts";
import type { OrderStatus, PaymentStatus } from "../order.ts";
import type { OrderKey } from "./order-key.ts";
import { sortColumns } from "./order-search-tables.server.ts";

export interface KeyRange {
  /** Start position; null for the start of the list. */
  readonly from: OrderKey | null;
  /** True to include the order at `from`. */
  readonly inclusive?: boolean;
  readonly descending: boolean;
  readonly limit: number;
}

/** A partition of an index: orders already in the requested sort. */
export type Partition = (queries: Queries, range: KeyRange) => PartitionQuery;
type PartitionQuery = SelectQueryBuilder<Tables, never, OrderKey>;

/** Filterable columns; each combination of values is a partition of its own. */
export interface Facet {
  readonly plan: string;
  readonly payment: PaymentStatus;
  readonly status: OrderStatus;
}

/** A half-open time interval in Unix milliseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly before: number;
}

/**
 * Orders of one plan and status combination. A time span works only with the sort by date, whose
 * index contains it.
 */
export function facetPartition(
  facet: Facet,
  sort: keyof typeof sortColumns,
  span: TimeSpan | null,
): Partition {
  const column = sortColumns[sort];
  return (queries, range) =>
    sorted(
      queries
        .selectFrom("orders")
        .select([sql.ref<number | string>(column).as("value"), "number"])
        .where("package_name", "=", facet.plan)
        .where("payment_status", "=", facet.payment)
        .where("order_status", "=", facet.status)
        .$if(span !== null, (query) => within(query, span)),
      column,
      range,
    );
}

/** Orders that contain one word, by date. */
export function wordPartition(word: string, span: TimeSpan | null): Partition {
  return (queries, range) =>
    sorted(
      queries
        .selectFrom("order_words")
        .select([sql.ref<number | string>("placed_at").as("value"), "number"])
        .where("word", "=", word)
        .$if(span !== null, (query) => within(query, span)),
      "placed_at",
      range,
    );
}

// biome-ignore lint/suspicious/noExplicitAny: the two tables have these columns alike
type AnyPartition = SelectQueryBuilder<Tables, any, OrderKey>;

function within(query: AnyPartition, span: TimeSpan | null): AnyPartition {
  if (span === null) return query;
  return query.where("placed_at", ">=", span.from).where("placed_at", "<", span.before);
}

function sorted(query: AnyPartition, column: string, range: KeyRange): PartitionQuery {
  const direction = range.descending ? "desc" : "asc";
  return query
    .$if(range.from !== null, (all) => all.where(isBeyond(column, range)))
    .orderBy(sql.ref(column), direction)
    .orderBy("number", direction)
    .limit(range.limit) as unknown as PartitionQuery;
}

function isBeyond(column: string, { from, inclusive, descending }: KeyRange): RawBuilder<SqlBool> {
  const sign = sql.raw(`${descending ? "<" : ">"}${inclusive ? "=" : ""}`);
  return sql`(${sql.ref(column)}, number) ${sign} (${from?.value}, ${from?.number})`;
}

/** SQLite accepts at most 500 terms in a union; shops with more partitions need several queries. */
const partitionsPerQuery = 100;

/** The first orders of all partitions together. An order in two partitions comes twice. */
export async function readKeys(
  queries: Queries,
  partitions: readonly Partition[],
  range: KeyRange,
): Promise<OrderKey[]> {
  const groups = Array.from(
    { length: Math.ceil(partitions.length / partitionsPerQuery) },
    (_, index) => partitions.slice(index * partitionsPerQuery, (index + 1) * partitionsPerQuery),
  );
  const read = await Promise.all(groups.map((group) => readGroup(queries, group, range)));
  if (read.length === 1) return read[0] ?? [];
  const sign = range.descending ? -1 : 1;
  return read
    .flat()
    .sort((one, other) => sign * compareKeys(one, other))
    .slice(0, range.limit);
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

/**
 * True when the partitions together have more than `limit` orders. Counts no further and reads no
 * order.
 */
export async function haveMoreThan(
  queries: Queries,
  partitions: readonly Partition[],
  limit: number,
): Promise<boolean> {
  let counted = 0;
  for (const partition of partitions) {
    const orders = partition(queries, { from: null, descending: true, limit: limit - counted + 1 });
    counted += await countOf(queries, orders);
    if (counted > limit) return true;
  }
  return false;
}

async function countOf(queries: Queries, orders: PartitionQuery): Promise<number> {
  const { count } = await queries
    .selectFrom(orders.as("orders_of_lane"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Compares texts by their bytes, like both database engines. */
export function compareKeys(one: OrderKey, other: OrderKey): number {
  return compareValues(one.value, other.value) || one.number - other.number;
}

function compareValues(one: number | string, other: number | string): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
