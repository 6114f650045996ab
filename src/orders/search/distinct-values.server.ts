import { sql } from "kysely";
import type { Queries } from "../../platform/database/database.ts";

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
export async function wordsBeginningWith(
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
export function endOfBeginning(beginning: string): string {
  return `${beginning}\u{10ffff}`;
}
