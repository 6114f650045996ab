import type { Queries } from "../platform/database.ts";
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
  let fewest: number[] | null = null;
  for (const beginning of beginnings) {
    const rows = await queries
      .selectFrom("order_words")
      .select("number")
      .where("word", ">=", beginning)
      .where("word", "<", endOfBeginning(beginning))
      .limit(gatherLimit + 1)
      .execute();
    if (rows.length > gatherLimit || (fewest !== null && rows.length >= fewest.length)) continue;
    fewest = rows.map(({ number }) => number);
  }
  return fewest && [...new Set(fewest)];
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
