import { look } from "#content/blocks/look.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import type { Queries } from "#platform/database/database.ts";
import { type Look, lookOf } from "./look.ts";

/** The published look, for what is made outside pages: emails, PDFs, share pictures and icons. */
export async function readLook(queries: Queries): Promise<Look> {
  const [record] = await readSingletons(queries, [look]);
  return lookOf(record);
}
