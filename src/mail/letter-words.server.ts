import { listRecords } from "../content/content-store.server.ts";
import { type LetterName, letters } from "../content/letters/letters.ts";
import type { Queries } from "../platform/database.ts";

/** The owner's words for a letter; undefined when the owner has switched it off. */
export async function wordsOf(queries: Queries, name: LetterName) {
  const { block } = letters[name];
  // An installation from before this letter has no record of it, and says what a fresh one says.
  const words = (await listRecords(queries, block))[0] ?? block.seed[0];
  return words?.isSent === "Not sent" ? undefined : words;
}
