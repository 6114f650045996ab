import { type RawBuilder, sql } from "kysely";
import { engineOf, type Queries } from "./database.ts";

/**
 * Tables with a full-text index of the words in their column `search_words`, each with its integer
 * key. On SQLite the index is the FTS5 table `<table>_fts`, on PostgreSQL the column
 * `search_vector`. Triggers and a generated column keep both up to date.
 */
const keys = { orders: "number" } as const;

/**
 * Above this number of matches, SQLite reads the index of a sort until the page is full. It looks up
 * each of fewer matches.
 */
const mostLookedUp = 2000;

/**
 * Condition that each word is a prefix of a word in `search_words`. The words must be results of
 * `wordsOf`, which have no characters with a meaning in the queries of the two indexes.
 */
export async function matchWords(
  queries: Queries,
  table: keyof typeof keys,
  words: readonly string[],
): Promise<RawBuilder<boolean>> {
  if (engineOf(queries) === "postgres") {
    const query = words.map((word) => `'${word}':*`).join(" & ");
    return sql`${sql.ref(`${table}.search_vector`)} @@ ${query}::tsquery`;
  }
  const index = sql.table(`${table}_fts`);
  const query = words.map((word) => `"${word}"*`).join(" ");
  const matches = sql<{ rowid: number }>`select rowid from ${index} where ${index} match ${query}`;
  const { rows } = await sql<{
    rowid: number;
  }>`${matches} limit ${mostLookedUp + 1}`.execute(queries);
  const key = sql.ref(`${table}.${keys[table]}`);
  // The "+" keeps SQLite from looking up each match, because it has no statistics about words.
  if (rows.length > mostLookedUp) return sql`+${key} in (${matches})`;
  return rows.length === 0
    ? sql`1 = 0`
    : sql`${key} in (${sql.join(rows.map(({ rowid }) => rowid))})`;
}
