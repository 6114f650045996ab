import { readSingletons } from "../content/content-store.server.ts";
import type { RecordOf } from "../content/define.ts";
import type { LetterBlock } from "../content/letters/define-letter.ts";
import { type LetterName, letters } from "../content/letters/letters.ts";
import type { Queries } from "../platform/database.ts";

export type OwnersWords = Omit<RecordOf<LetterBlock>, "_id">;

/** The owner's words for each letter, in one query; undefined for one that is switched off. */
export async function wordsOfLetters(
  queries: Queries,
  names: readonly LetterName[],
): Promise<(OwnersWords | undefined)[]> {
  const blocks = names.map((name) => letters[name].block);
  const records = await readSingletons(queries, blocks);
  return blocks.map((block, index) => {
    // An installation from before this letter has no record of it, and says what a fresh one says.
    const words = records[index] ?? block.seed[0];
    return words?.isSent === "Not sent" ? undefined : words;
  });
}
