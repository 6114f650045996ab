import { sql } from "kysely";
import type { Queries } from "#platform/database/database.ts";
import { loadSharp } from "#platform/load-sharp.ts";

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
  /** One sentence for each damaged size and for each picture without sizes. */
  readonly faults: readonly string[];
}

/**
 * Checks every stored size of every picture: the bytes must have the recorded length, and their
 * header must be readable and name the recorded width.
 */
export async function checkPictures(queries: Queries): Promise<CheckedPictures> {
  const pictures = await queries.selectFrom("media_files").select(["id", "name"]).execute();
  const faults: string[] = [];
  for (const { id, name } of pictures) {
    // Reads one picture at a time, because the sizes of one picture take about a megabyte of
    // memory.
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
