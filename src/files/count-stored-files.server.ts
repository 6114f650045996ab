import type { Queries } from "../platform/database/database.ts";

export interface StoredFiles {
  readonly count: number;
  readonly bytes: number;
}

export async function countStoredFiles(queries: Queries): Promise<StoredFiles> {
  const { count, bytes } = await queries
    .selectFrom("private_files")
    .select((select) => [
      select.fn.countAll().as("count"),
      select.fn.coalesce(select.fn.sum("byte_count"), select.val(0)).as("bytes"),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes) };
}
