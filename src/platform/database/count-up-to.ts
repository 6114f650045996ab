import { type Expression, sql } from "kysely";
import type { Queries } from "./database.ts";

/** Counts the rows of a query up to `most`, which limits the cost of counting. */
export async function countUpTo(
  queries: Queries,
  rows: Expression<unknown>,
  most: number,
): Promise<number> {
  const counted = await sql<{ count: number | string }>`
    select count(*) as count from (select * from ${rows} as listed limit ${most}) as counted`.execute(
    queries,
  );
  return Number(counted.rows[0]?.count ?? 0);
}
