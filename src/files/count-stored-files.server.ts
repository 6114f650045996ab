import type { Queries } from "../platform/database/database.ts";
import type { FilePlace } from "./private-file-tables.server.ts";

export interface StoredFiles {
  readonly count: number;
  readonly bytes: number;
}

/** Counts files by the place of their bytes, including files that wait for their deletion. */
export async function countStoredFiles(
  queries: Queries,
): Promise<Readonly<Record<FilePlace, StoredFiles>>> {
  const rows = await queries
    .selectFrom("private_files")
    .select((select) => [
      "place",
      select.fn.countAll().as("count"),
      select.fn.coalesce(select.fn.sum("byte_count"), select.val(0)).as("bytes"),
    ])
    .groupBy("place")
    .execute();
  const inPlace = (place: FilePlace) => {
    const row = rows.find((row) => row.place === place);
    return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
  };
  return { database: inPlace("database"), bucket: inPlace("bucket") };
}
