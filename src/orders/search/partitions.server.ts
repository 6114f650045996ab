import { setImmediate as otherRequests } from "node:timers/promises";
import { sql } from "kysely";
import type { Queries } from "../../platform/database/database.ts";
import type { Order } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import {
  haveMoreThan,
  type KeyRange,
  type Partition,
  readKeys,
  type TimeSpan,
  wordPartition,
} from "./order-keys.server.ts";
import { chunkSize } from "./order-source.server.ts";

/**
 * Names of all plans that were ever ordered, with one index lookup per name instead of one per
 * order.
 */
export async function orderedPlanNames(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive plan (name) as (
      select min(package_name) from orders
      union all
      select (select min(package_name) from orders where package_name > plan.name)
      from plan where plan.name is not null
    )
    select name from plan where name is not null`.execute(queries);
  return rows.map(({ name }) => name);
}

/** Up to `limit` words with a prefix, read in the same way. */
async function wordsBeginningWith(
  queries: Queries,
  beginning: string,
  limit: number,
): Promise<string[]> {
  const end = endOfBeginning(beginning);
  const { rows } = await sql<{ word: string }>`
    with recursive found (word, step) as (
      select min(word), 1 from order_words where word >= ${beginning} and word < ${end}
      union all
      select (
        select min(word) from order_words where word > found.word and word < ${end}
      ), step + 1
      from found where found.word is not null and step < ${limit}
    )
    select word from found where word is not null`.execute(queries);
  return rows.map(({ word }) => word);
}

/** Upper bound of all words with this prefix. */
function endOfBeginning(beginning: string): string {
  return `${beginning}\u{10ffff}`;
}

/** Maximum number of orders that are filtered, sorted and counted in memory. */
export const gatherLimit = 2000;

/** Matching orders of the partitions; null when there are more than `gatherLimit`. */
export async function gatherOrders(
  queries: Queries,
  partitions: readonly Partition[],
  isWanted: (order: Order) => boolean,
): Promise<Order[] | null> {
  if (await haveMoreThan(queries, partitions, gatherLimit)) return null;
  const range: KeyRange = { from: null, descending: true, limit: gatherLimit };
  const keys = await readKeys(queries, partitions, range);
  const orders = await selectInChunks(
    queries,
    keys.map(({ number }) => number),
  );
  return orders.filter(isWanted);
}

/** Selects orders by number, some hundred per query. */
export async function selectInChunks(
  queries: Queries,
  numbers: readonly number[],
): Promise<Order[]> {
  const orders: Order[] = [];
  for (let start = 0; start < numbers.length; start += chunkSize) {
    if (start > 0) await otherRequests();
    orders.push(...(await selectOrdersByNumber(queries, numbers.slice(start, start + chunkSize))));
  }
  return orders;
}

/** A prefix of more words than this is too common for a lookup. */
const mostPartitions = 32;
/** The age of a word's newest orders up to this number shows how rare the word is. */
const sampleSize = 100;

/**
 * Numbers of all orders that contain a word with the rarest of these prefixes; null when each
 * prefix has more than `gatherLimit` orders.
 */
export async function numbersWithAnyWord(
  queries: Queries,
  beginnings: readonly string[],
): Promise<number[] | null> {
  let rarest: { beginning: string; count: number } | null = null;
  for (const beginning of beginnings) {
    const count = await countUpTo(queries, beginning, rarest?.count ?? gatherLimit + 1);
    if (count < (rarest?.count ?? gatherLimit + 1)) rarest = { beginning, count };
  }
  if (rarest === null) return null;
  const rows = await withBeginning(queries, rarest.beginning).select("number").execute();
  return [...new Set(rows.map(({ number }) => number))];
}

/** Counts in the index alone, because most prefixes turn out to be too common. */
async function countUpTo(queries: Queries, beginning: string, limit: number): Promise<number> {
  const some = withBeginning(queries, beginning).select("number").limit(limit);
  const { count } = await queries
    .selectFrom(some.as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function withBeginning(queries: Queries, beginning: string) {
  return queries
    .selectFrom("order_words")
    .where("word", ">=", beginning)
    .where("word", "<", endOfBeginning(beginning));
}

/**
 * Partitions of the rarest of some common prefixes; null when each has too many different words.
 */
export async function commonWordPartitions(
  queries: Queries,
  beginnings: readonly string[],
  span: TimeSpan | null,
): Promise<Partition[] | null> {
  let rarest: { partitions: Partition[]; since: number } | null = null;
  for (const beginning of beginnings) {
    const words = await wordsBeginningWith(queries, beginning, mostPartitions + 1);
    if (words.length > mostPartitions) continue;
    const partitions = words.map((word) => wordPartition(word, span));
    const range = { from: null, descending: true, limit: sampleSize };
    const since = Number((await readKeys(queries, partitions, range)).at(-1)?.value ?? 0);
    if (rarest === null || since < rarest.since) rarest = { partitions, since };
  }
  return rarest?.partitions ?? null;
}
