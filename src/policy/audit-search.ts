import type { Queries } from "../platform/database/database.ts";
import { distinctValues } from "../platform/database/distinct-values.ts";
import { rowChunks } from "../platform/database/row-chunks.ts";
import { storedWordsFor } from "./audit-names.ts";

/** Limit for counting the entries of a word. The counts only serve to find the rarest term. */
const commonCount = 5000;
/** When more words than this begin with a typed word, only the typed word itself is searched. */
const maximumWords = 20;

/** Range of entry ids; null means no bound. `lowest` and `highest` are included, `before` is not. */
export interface IdRange {
  readonly lowest: string | null;
  readonly highest: string | null;
  readonly before: string | null;
}

/** The words of the log that begin with a typed word. */
interface Term {
  readonly words: readonly string[];
  /** True when too many words match, so that only the typed word itself is searched. */
  readonly isNarrowed: boolean;
}

export async function termOf(queries: Queries, typed: string): Promise<Term> {
  const range = { prefix: typed, limit: maximumWords + 1 };
  const words = await distinctValues(queries, "audit_words", range);
  const isNarrowed = words.length > maximumWords;
  const found = new Set([...(isNarrowed ? [typed] : words), ...storedWordsFor(typed, isNarrowed)]);
  return { words: [...found], isNarrowed };
}

/**
 * Returns the ids of at most `limit` entries that have a word of every term, newest first. Reads the ids of the rarest term in chunks, and looks each chunk up in the other terms.
 */
export async function findEntries(
  queries: Queries,
  terms: readonly Term[],
  range: IdRange,
  limit: number,
): Promise<string[]> {
  const counted = await Promise.all(
    terms.map(async (term) => ({ term, count: await countUpTo(queries, term) })),
  );
  const [rarest, ...others] = counted
    .sort((one, other) => one.count - other.count)
    .map(({ term }) => term);
  if (rarest === undefined) return [];
  const found: string[] = [];
  const chunks = rowChunks(
    { after: range.before },
    (id: string): string | null => id,
    (before, size) => idsOf(queries, rarest, { ...range, before }, size),
  );
  for await (const chunk of chunks) {
    found.push(...(await withAllTerms(queries, chunk, others)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Sum of the entries of a term's words; counts each word only up to `commonCount`. */
async function countUpTo(queries: Queries, { words }: Term): Promise<number> {
  const counts = await Promise.all(
    words.map(async (word) => {
      const some = queries
        .selectFrom("audit_words")
        .select("entry_id")
        .where("word", "=", word)
        // Without `order by`, PostgreSQL reads the whole table when its statistics say that the
        // word is common.
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
async function idsOf(
  queries: Queries,
  { words }: Term,
  { lowest, highest, before }: IdRange,
  limit: number,
): Promise<string[]> {
  const lists = await Promise.all(
    words.map((word) =>
      queries
        .selectFrom("audit_words")
        .select("entry_id")
        .where("word", "=", word)
        .$if(lowest !== null, (query) => query.where("entry_id", ">=", lowest))
        .$if(highest !== null, (query) => query.where("entry_id", "<=", highest))
        .$if(before !== null, (query) => query.where("entry_id", "<", before))
        .orderBy("entry_id", "desc")
        .limit(limit)
        .execute(),
    ),
  );
  const ids = [...new Set(lists.flat().map(({ entry_id }) => entry_id))].sort();
  return ids.reverse().slice(0, limit);
}

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
