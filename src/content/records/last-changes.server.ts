import type { Queries } from "../../platform/database/database.ts";

/** When the records of each block last changed what the site says, by the block's name. */
export async function lastChanges(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom("content_records")
    .select(({ fn }) => [
      "block",
      fn.max("updated_at").as("updated_at"),
      fn.max("deleted_at").as("deleted_at"),
    ])
    .where("published_at", "is not", null)
    .groupBy("block")
    .execute();
  return new Map(rows.map((row) => [row.block, Math.max(row.updated_at, row.deleted_at ?? 0)]));
}
