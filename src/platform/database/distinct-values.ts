import { sql } from "kysely";
import type { Queries } from "./database.ts";

interface ValueRange {
  readonly prefix: string;
  readonly limit: number;
}

/**
 * Distinct values with a prefix in an indexed text column that is sorted bytewise, in order. Reads one
 * index entry for each value instead of one for each row.
 */
export async function distinctValues(
  queries: Queries,
  table: "audit_words" | "order_words",
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
