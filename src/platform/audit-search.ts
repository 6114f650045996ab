import { sql } from "kysely";
import type { Queries } from "./database.ts";

const chunkSize = 500;
/** A beginning that more words share is looked up as a whole word only. */
const mostWords = 20;

/** Which way from the cursor: back in time, or forward to what is newer. */
export interface Direction {
  /** The id beside which the entries stand; null at the end of the log. */
  readonly cursor: string | null;
  readonly towards: "older" | "newer";
}

/** Ids between which entries lie; null where there is no bound. Both are included. */
export interface IdRange {
  readonly lowest: string | null;
  readonly highest: string | null;
}

/** The words that begin with one that was typed. */
export interface Term {
  readonly words: readonly string[];
  /** So many begin so that only the word itself is searched. */
  readonly isNarrowed: boolean;
}

export async function termOf(queries: Queries, typed: string): Promise<Term> {
  const end = `${typed}\u{10ffff}`;
  // Jumps from word to word; reading all entries of each would read the whole log.
  const { rows } = await sql<{ word: string }>`
    with recursive known(word) as (
      select min(word) from audit_words where word >= ${typed} and word < ${end}
      union all
      select (select min(word) from audit_words where word > known.word and word < ${end})
      from known where known.word is not null
    )
    select word from known where word is not null limit ${mostWords + 1}`.execute(queries);
  if (rows.length > mostWords) return { words: [typed], isNarrowed: true };
  return { words: rows.map(({ word }) => word), isNarrowed: false };
}

/**
 * Ids of entries that have a word of every term, nearest the cursor first, at most `limit`. It goes
 * along the rarest term in chunks, between which others have their turn.
 */
export async function findEntries(
  queries: Queries,
  terms: readonly Term[],
  range: IdRange,
  { cursor, towards }: Direction,
  limit: number,
): Promise<string[]> {
  const [rarest, ...others] = await rarestFirst(queries, terms);
  const found: string[] = [];
  let position = cursor;
  while (rarest !== undefined && found.length < limit) {
    const chunk = await chunkOf(queries, rarest, range, { cursor: position, towards });
    found.push(...(await havingAll(queries, chunk, others)));
    if (chunk.length < chunkSize) break;
    position = chunk.at(-1) ?? null;
  }
  return found.slice(0, limit);
}

async function rarestFirst(queries: Queries, terms: readonly Term[]): Promise<Term[]> {
  const counted = await Promise.all(
    terms.map(async (term) => ({ term, count: await countUpTo(queries, term) })),
  );
  return counted.sort((one, other) => one.count - other.count).map(({ term }) => term);
}

/** Exact only below the size of some chunks: above it the order of terms matters little. */
async function countUpTo(queries: Queries, { words }: Term): Promise<number> {
  const counts = await Promise.all(
    words.map(async (word) => {
      const some = queries.selectFrom("audit_words").select("word").where("word", "=", word);
      const { count } = await queries
        .selectFrom(some.limit(10 * chunkSize).as("some"))
        .select((select) => select.fn.countAll<number | string>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The next ids of a term. Word by word, because each word's entries stand in order. */
async function chunkOf(
  queries: Queries,
  { words }: Term,
  { lowest, highest }: IdRange,
  { cursor, towards }: Direction,
): Promise<string[]> {
  const lists = await Promise.all(
    words.map((word) =>
      queries
        .selectFrom("audit_words")
        .select("entry_id")
        .where("word", "=", word)
        .$if(lowest !== null, (query) => query.where("entry_id", ">=", lowest))
        .$if(highest !== null, (query) => query.where("entry_id", "<=", highest))
        .$if(cursor !== null, (query) =>
          query.where("entry_id", towards === "older" ? "<" : ">", cursor),
        )
        .orderBy("entry_id", towards === "older" ? "desc" : "asc")
        .limit(chunkSize)
        .execute(),
    ),
  );
  const ids = [...new Set(lists.flat().map(({ entry_id }) => entry_id))].sort();
  return (towards === "older" ? ids.reverse() : ids).slice(0, chunkSize);
}

async function havingAll(
  queries: Queries,
  ids: readonly string[],
  terms: readonly Term[],
): Promise<readonly string[]> {
  let left = ids;
  for (const { words } of terms) {
    if (left.length === 0 || words.length === 0) return [];
    const rows = await queries
      .selectFrom("audit_words")
      .select("entry_id")
      .where("word", "in", words)
      .where("entry_id", "in", left)
      .execute();
    const having = new Set(rows.map(({ entry_id }) => entry_id));
    left = left.filter((id) => having.has(id));
  }
  return left;
}
