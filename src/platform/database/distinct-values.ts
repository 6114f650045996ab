import { sql } from "kysely";
import type { Queries } from "./database.ts";

interface ValueRange {
  readonly prefix: string;
  readonly limit: number;
}

/**
 * Distinct words that begin with a prefix, sorted. The table must have an index on `word`, sorted
 * bytewise. Reads one index entry for each distinct word, not for each row.
 */
export async function distinctValues(
  queries: Queries,
  table: "audit_words",
  { prefix, limit }: ValueRange,
): Promise<string[]> {
  const end = `${prefix}\u{10ffff}`;
  const words = sql.table(table);
  const { rows } = await sql<{ word: string }>`
    with recursive found (word, step) as (
      select min(word), 1 from ${words} where word >= ${prefix} and word < ${end}
      union all
      select (select min(word) from ${words} where word > found.word and word < ${end}), step + 1
      from found where found.word is not null and step < ${limit}
    )
    select word from found where word is not null`.execute(queries);
  return rows.map(({ word }) => word);
}
