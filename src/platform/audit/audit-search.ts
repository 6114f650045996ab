import { sql } from "kysely";
import type { Queries } from "../database/database.ts";

const chunkSize = 500;
/** A term with more entries than this is not worth looking up one by one. */
const commonCount = 5000;
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
 * along the terms in chunks, between which others have their turn, and jumps over what one of them
 * does not have.
 */
export async function findEntries(
  queries: Queries,
  terms: readonly Term[],
  range: IdRange,
  { cursor, towards }: Direction,
  limit: number,
): Promise<string[]> {
  const order = towards === "older" ? -1 : 1;
  const { rarest, others, isRare } = await rarestFirst(queries, terms);
  const found: string[] = [];
  let place: Place | null = { id: cursor, isIncluded: false, order };
  while (place !== null && found.length < limit) {
    const chunk = await chunkOf(queries, rarest, range, place);
    const [first] = chunk;
    if (first === undefined) break;
    if (isRare) {
      found.push(...(await havingAll(queries, chunk, others)));
      place = placeBehind(chunk, order);
      continue;
    }
    const start: Place = { id: first, isIncluded: true, order };
    const beside = await Promise.all(others.map((term) => chunkOf(queries, term, range, start)));
    const sets = beside.map((ids) => new Set(ids));
    found.push(...chunk.filter((id) => sets.every((ids) => ids.has(id))));
    place = nextPlace([chunk, ...beside], order);
  }
  return found.slice(0, limit);
}

/** Where a chunk begins: at an id or right behind it. */
interface Place {
  /** Null for the end of the log. */
  readonly id: string | null;
  readonly isIncluded: boolean;
  /** -1 towards older entries, 1 towards newer ones. */
  readonly order: -1 | 1;
}

/** Null when the chunk was the last one. */
function placeBehind(chunk: readonly string[], order: Place["order"]): Place | null {
  if (chunk.length < chunkSize) return null;
  return { id: chunk.at(-1) ?? null, isIncluded: false, order };
}

/** Behind what all of the chunks have covered, or where the last of them begins; null at the end. */
function nextPlace(chunks: readonly (readonly string[])[], order: Place["order"]): Place | null {
  if (chunks.some((chunk) => chunk.length === 0)) return null;
  const compare = (one: string, other: string) =>
    one === other ? 0 : one < other ? -order : order;
  const ends = chunks.flatMap((chunk) => placeBehind(chunk, order)?.id ?? []).sort(compare);
  const start = chunks
    .flatMap(([first]) => first ?? [])
    .sort(compare)
    .at(-1);
  const [end] = ends;
  if (end === undefined || start === undefined) return null;
  return compare(start, end) > 0
    ? { id: start, isIncluded: true, order }
    : { id: end, isIncluded: false, order };
}

/** The term that the others are looked up for: that is worth it only as long as it has few. */
async function rarestFirst(queries: Queries, terms: readonly Term[]) {
  const counted = await Promise.all(
    terms.map(async (term) => ({ term, count: await countUpTo(queries, term) })),
  );
  const [rarest, ...others] = counted.sort((one, other) => one.count - other.count);
  return {
    rarest: rarest?.term ?? { words: [], isNarrowed: false },
    others: others.map(({ term }) => term),
    isRare: (rarest?.count ?? 0) < commonCount || others.length === 0,
  };
}

/** Exact only below `commonCount`. */
async function countUpTo(queries: Queries, { words }: Term): Promise<number> {
  const counts = await Promise.all(
    words.map(async (word) => {
      const some = queries
        .selectFrom("audit_words")
        .select("entry_id")
        .where("word", "=", word)
        // Keeps PostgreSQL from reading the whole table for a word that it takes to be common.
        .orderBy("entry_id")
        .limit(commonCount);
      const { count } = await queries
        .selectFrom(some.as("some"))
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
  { id, isIncluded, order }: Place,
): Promise<string[]> {
  const beyond = order === -1 ? "<" : ">";
  const lists = await Promise.all(
    words.map((word) =>
      queries
        .selectFrom("audit_words")
        .select("entry_id")
        .where("word", "=", word)
        .$if(lowest !== null, (query) => query.where("entry_id", ">=", lowest))
        .$if(highest !== null, (query) => query.where("entry_id", "<=", highest))
        .$if(id !== null, (query) =>
          query.where("entry_id", isIncluded ? `${beyond}=` : beyond, id),
        )
        .orderBy("entry_id", order === -1 ? "desc" : "asc")
        .limit(chunkSize)
        .execute(),
    ),
  );
  const ids = [...new Set(lists.flat().map(({ entry_id }) => entry_id))].sort();
  return (order === -1 ? ids.reverse() : ids).slice(0, chunkSize);
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
