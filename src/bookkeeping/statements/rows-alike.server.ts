import { sql } from "kysely";
import type { Queries } from "#platform/database/database.ts";
import type { RowState } from "./row-state.ts";

interface AlikeRow {
  readonly file_id: string;
  readonly type: string;
  readonly state: RowState;
  readonly gross_cents: number;
}

const keyOf = ({ file_id, type, state, gross_cents }: AlikeRow) =>
  JSON.stringify([file_id, type, state, Math.sign(gross_cents)]);

/**
 * Rows without an explanation that look like one: of the same file, the provider's type and the
 * state, with money in the same direction. Rows of closed months are not among them.
 */
export function rowsAlike(queries: Queries, row: AlikeRow) {
  return queries
    .selectFrom("statement_rows")
    .where("file_id", "=", row.file_id)
    .where("is_open", "=", 1)
    .where("closing_id", "is", null)
    .where("type", "=", row.type)
    .where("state", "=", row.state)
    .where(sql`sign(gross_cents)`, "=", Math.sign(row.gross_cents))
    .orderBy("id");
}

/** How many rows look like each of the rows, itself included. */
export async function countAlike(
  queries: Queries,
  rows: readonly AlikeRow[],
): Promise<(row: AlikeRow) => number> {
  const counts = new Map<string, number>();
  if (rows.length > 0) {
    const found = await queries
      .selectFrom("statement_rows")
      .select(["file_id", "type", "state"])
      .select(sql<number>`cast(sign(gross_cents) as integer)`.as("gross_cents"))
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("file_id", "in", [...new Set(rows.map(({ file_id }) => file_id))])
      .where("is_open", "=", 1)
      .where("closing_id", "is", null)
      .groupBy(["file_id", "type", "state", sql`sign(gross_cents)`])
      .execute();
    for (const one of found) counts.set(keyOf(one), one.count);
  }
  return (row) => counts.get(keyOf(row)) ?? 0;
}
