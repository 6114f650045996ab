import { type Expression, sql } from "kysely";
import type { Queries } from "../database/database.ts";

export interface QueueLength {
  /** At most `mostCounted`, so that a long queue does not make the count slow. */
  readonly count: number;
  readonly oldestAt: number | null;
}

export const mostCounted = 10_000;

/** `waiting` selects the waiting rows; their column `since` has the time when the wait began. */
export async function queueLength(
  queries: Queries,
  waiting: Expression<{ readonly since: number | null }>,
): Promise<QueueLength> {
  const { rows } = await sql<{ count: number | string; oldest: number | null }>`
    select count(*) as count, min(since) as oldest
    from (select * from ${waiting} as rows_waiting limit ${mostCounted}) as counted`.execute(
    queries,
  );
  return { count: Number(rows[0]?.count ?? 0), oldestAt: rows[0]?.oldest ?? null };
}
