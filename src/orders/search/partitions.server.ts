import { setImmediate as otherRequests } from "node:timers/promises";
import { sql } from "kysely";
import type { Queries } from "../../platform/database/database.ts";
import type { Order } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import {
  haveMoreThan,
  type KeyRange,
  type Lane,
  readKeys,
  type TimeSpan,
  wordLane,
} from "./order-keys.server.ts";
import { chunkSize } from "./order-source.server.ts";

/** The plans that were ever ordered, by name: one step of the index for each, not one per order. */
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

/** The words with a beginning, up to `limit` of them, in the same way. */
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

/** Behind every word with this beginning. */
function endOfBeginning(beginning: string): string {
  return `${beginning}\u{10ffff}`;
}

/** So many orders are looked at one by one, to be put into any order and counted. */
export const gatherLimit = 2000;

/** The orders of the lanes that are wanted; null when the lanes have more than are gathered. */
export async function gatherOrders(
  queries: Queries,
  lanes: readonly Lane[],
  isWanted: (order: Order) => boolean,
): Promise<Order[] | null> {
  if (await haveMoreThan(queries, lanes, gatherLimit)) return null;
  const range: KeyRange = { from: null, descending: true, limit: gatherLimit };
  const keys = await readKeys(queries, lanes, range);
  const orders = await selectInChunks(
    queries,
    keys.map(({ number }) => number),
  );
  return orders.filter(isWanted);
}

/** Orders by their numbers, some hundred at a time. */
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

/** A beginning of more words than these is of no use to look orders up by. */
const mostLanes = 32;
/** How far back so many of a word's newest orders reach tells how rare the word is. */
const sampleSize = 100;

/**
 * The numbers of all orders that have a word with the rarest of these beginnings; null when each
 * beginning has more orders than are gathered.
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

/** In the index alone: most of them are counted to know that they are too many. */
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

/** The lanes of the rarest of some common words; null when each begins too many different words. */
export async function commonWordLanes(
  queries: Queries,
  beginnings: readonly string[],
  span: TimeSpan | null,
): Promise<Lane[] | null> {
  let rarest: { lanes: Lane[]; since: number } | null = null;
  for (const beginning of beginnings) {
    const words = await wordsBeginningWith(queries, beginning, mostLanes + 1);
    if (words.length > mostLanes) continue;
    const lanes = words.map((word) => wordLane(word, span));
    const range = { from: null, descending: true, limit: sampleSize };
    const since = Number((await readKeys(queries, lanes, range)).at(-1)?.value ?? 0);
    if (rarest === null || since < rarest.since) rarest = { lanes, since };
  }
  return rarest?.lanes ?? null;
}
