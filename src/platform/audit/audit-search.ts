import { sql } from "kysely";
import type { Queries } from "../database/database.ts";

const chunkSize = 500;
/** Entries of a term with at least this many entries are not looked up one by one. */
const commonCount = 5000;
/** A prefix of more words than this is searched as a whole word only. */
const maximumWords = 20;

/** Direction from the cursor: to older or to newer entries. */
export interface Direction {
  /** Id of the entry where the search starts, excluded; null starts at the end of the log. */
  readonly cursor: string | null;
  readonly towards: "older" | "newer";
}

/** Range of entry ids, both bounds included; null means no bound. */
export interface IdRange {
  readonly lowest: string | null;
  readonly highest: string | null;
}

/** The words of the log that begin with a typed word. */
export interface Term {
  readonly words: readonly string[];
  /** True when too many words match, so that only the typed word itself is searched. */
  readonly isNarrowed: boolean;
}

export async function termOf(queries: Queries, typed: string): Promise<Term> {
  const end = `${typed}\u{10ffff}`;
  // Jumps from word to word: reading all entries of each word would read the whole log.
  const { rows } = await sql<{ word: string }>`
    with recursive known(word) as (
      select min(word) from audit_words where word >= ${typed} and word < ${end}
      union all
      select (select min(word) from audit_words where word > known.word and word < ${end})
      from known where known.word is not null
    )
    select word from known where word is not null limit ${maximumWords + 1}`.execute(queries);
  if (rows.length > maximumWords) return { words: [typed], isNarrowed: true };
  return { words: rows.map(({ word }) => word), isNarrowed: false };
}

/**
 * Returns the ids of at most `limit` entries that have a word of every term, nearest the cursor
 * first. Reads the ids of each term in chunks, between which other requests run, and skips ids that
 * one of the terms lacks.
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
      found.push(...(await withAllTerms(queries, chunk, others)));
      place = placeAfter(chunk, order);
      continue;
    }
    const start: Place = { id: first, isIncluded: true, order };
    const otherChunks = await Promise.all(
      others.map((term) => chunkOf(queries, term, range, start)),
    );
    const sets = otherChunks.map((ids) => new Set(ids));
    found.push(...chunk.filter((id) => sets.every((ids) => ids.has(id))));
    place = nextPlace([chunk, ...otherChunks], order);
  }
  return found.slice(0, limit);
}

/** Where a chunk begins: at an id or right after an id. */
interface Place {
  /** Null means the end of the log. */
  readonly id: string | null;
  readonly isIncluded: boolean;
  /** -1 towards older entries, 1 towards newer ones. */
  readonly order: -1 | 1;
}

/** The place after a chunk; null after the last chunk. */
function placeAfter(chunk: readonly string[], order: Place["order"]): Place | null {
  if (chunk.length < chunkSize) return null;
  return { id: chunk.at(-1) ?? null, isIncluded: false, order };
}

/**
 * The place after the ids that all chunks cover, or the start of the chunk that begins last when
 * that start is further; null at the end.
 */
function nextPlace(chunks: readonly (readonly string[])[], order: Place["order"]): Place | null {
  if (chunks.some((chunk) => chunk.length === 0)) return null;
  const compare = (one: string, other: string) =>
    one === other ? 0 : one < other ? -order : order;
  const ends = chunks.flatMap((chunk) => placeAfter(chunk, order)?.id ?? []).sort(compare);
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

/**
 * Finds the rarest term. When the rarest term has few entries, the search looks up the other terms
 * entry by entry.
 */
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

/** Number of entries of a term; exact only below `commonCount`. */
async function countUpTo(queries: Queries, { words }: Term): Promise<number> {
  const counts = await Promise.all(
    words.map(async (word) => {
      const some = queries
        .selectFrom("audit_words")
        .select("entry_id")
        .where("word", "=", word)
        // Keeps PostgreSQL from reading the whole table for a word that its statistics call common.
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

/** The next ids of a term, read word by word, because the index sorts the entries of each word. */
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

/** The ids whose entries have a word of every term. */
async function withAllTerms(
  queries: Queries,
  ids: readonly string[],
  terms: readonly Term[],
): Promise<readonly string[]> {
  let matching = ids;
  for (const { words } of terms) {
    if (matching.length === 0 || words.length === 0) return [];
    const rows = await queries
      .selectFrom("audit_words")
      .select("entry_id")
      .where("word", "in", words)
      .where("entry_id", "in", matching)
      .execute();
    const withTerm = new Set(rows.map(({ entry_id }) => entry_id));
    matching = matching.filter((id) => withTerm.has(id));
  }
  return matching;
}
