import type { Queries } from "../../platform/database/database.ts";
import { endOfBeginning, wordsBeginningWith } from "./distinct-values.server.ts";
import { gatherLimit } from "./gather-orders.server.ts";
import { type Lane, readKeys, type TimeSpan, wordLane } from "./order-keys.server.ts";

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
