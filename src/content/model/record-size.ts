import type { Block } from "./define.ts";

/**
 * Largest body with a record: two texts of half a million characters, of which JSON writes some as
 * several bytes.
 */
export const largestRecordBytes = 4 * 1024 * 1024;

const longText = 100_000;

/** True for a block whose records can be longer than the body of a usual request. */
export function hasLongFields({ fields }: Pick<Block, "fields">): boolean {
  return Object.values(fields).some(({ maxLength }) => maxLength > longText);
}
