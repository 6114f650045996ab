import { publishedValues, type RecordState, sameValues } from "../records/record-state.ts";
import type { Block } from "./define.ts";

/** The author of what a fresh installation says. */
export const demonstrationAuthor = "demonstration";

/**
 * Whether the site still says here exactly what a fresh installation says: nobody has replaced it
 * yet. Moving a record leaves the mark, because its texts are still invented.
 */
export function isDemonstration(
  record: RecordState & { readonly block: Block; readonly author: string },
): boolean {
  if (record.block.seedMayStay === true) return false;
  if (record.published === null || record.author !== demonstrationAuthor) return false;
  const said = publishedValues(record.block, record);
  return record.block.seed.some((seed) => sameValues(record.block, seed, said));
}
