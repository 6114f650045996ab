import { sql } from "kysely";
import type { Queries } from "../../platform/database/database.ts";
import { loadSharp } from "../../platform/load-sharp.ts";

/** Faults of an SQLite file, as sentences. */
export async function checkFile(queries: Queries): Promise<readonly string[]> {
  const { rows: faults } = await sql<{
    integrity_check: string;
  }>`pragma integrity_check(20)`.execute(queries);
  const { rows: orphans } = await sql<{
    table: string;
    parent: string;
  }>`select distinct "table", parent from pragma_foreign_key_check`.execute(queries);
  return [
    ...faults
      .filter(({ integrity_check }) => integrity_check !== "ok")
      .map(({ integrity_check }) => `The file is damaged: ${integrity_check}.`),
    ...orphans.map(
      ({ table, parent }) => `Rows of ${table} refer to rows of ${parent} that are not there.`,
    ),
  ];
}

interface CheckedPictures {
  readonly pictures: number;
  /** As sentences. */
  readonly faults: readonly string[];
}

/**
 * Checks that every stored size of every picture has its number of bytes, and a readable header
 * with its width.
 */
export async function checkPictures(queries: Queries): Promise<CheckedPictures> {
  const pictures = await queries.selectFrom("media_files").select(["id", "name"]).execute();
  const faults: string[] = [];
  for (const { id, name } of pictures) {
    // One picture at a time, because its sizes take about a megabyte.
    const sizes = await queries
      .selectFrom("media_variants")
      .select(["width", "format", "byte_count", "bytes"])
      .where("picture_id", "=", id)
      .execute();
    if (sizes.length === 0) faults.push(`The picture ${name} has no data.`);
    for (const { width, format, byte_count, bytes } of sizes) {
      const found = await widthOf(bytes);
      if (bytes.length !== byte_count || found !== width) {
        faults.push(`The picture ${name} is damaged, ${width} pixels wide as ${format}.`);
      }
    }
  }
  return { pictures: pictures.length, faults };
}

/** Width in pixels; null when the bytes are no picture. */
async function widthOf(bytes: Uint8Array): Promise<number | null> {
  const sharp = await loadSharp();
  return sharp(bytes)
    .metadata()
    .then(({ width }) => width)
    .catch(() => null);
}
