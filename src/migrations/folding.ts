import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Kysely } from "kysely";

// What the migrations for folded searches call, as it was when they were written.

// biome-ignore lint/suspicious/noExplicitAny: a migration works on a schema of its own time
export type AnyDatabase = Kysely<any>;

interface Table {
  readonly name: string;
  readonly key: string;
  readonly columns: readonly string[];
}

/** Reads a table in chunks of 500 rows, because a whole table may not fit into memory. */
export async function* chunksOf(
  db: AnyDatabase,
  { name, key, columns }: Table,
): AsyncGenerator<Record<string, string>[]> {
  for (let last: unknown; ; ) {
    const rows = await db
      .selectFrom(name)
      .select([key, ...columns])
      .$if(last !== undefined, (query) => query.where(key, ">", last))
      .orderBy(key)
      .limit(500)
      .execute();
    if (rows.length > 0) yield rows as Record<string, string>[];
    if (rows.length < 500) return;
    last = rows.at(-1)?.[key];
    await yieldToEventLoop();
  }
}

/**
 * Letters that Unicode does not decompose, as people write them on a keyboard that lacks the letter.
 * "σ" because the lower case of "Σ" depends on the letters around it; "'" and "-" because phones
 * and word processors replace them.
 */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ȷ: "j",
  ĸ: "k",
  ς: "σ",
  "‘": "'",
  "’": "'",
  ʼ: "'",
  ʻ: "'",
  "‐": "-",
};
const replacedLetters = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");

/**
 * Marks without which people write the same word: accents of Latin, Greek and Cyrillic letters, and
 * vowel points of Hebrew and Arabic. The marks of other scripts are vowels or make another letter,
 * such as those of Devanagari and Thai, and the two of Japanese that are excepted here.
 */
const optionalMark =
  /(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Soft hyphens, joiners and direction marks. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** What is between two words of a folded text. */
export const betweenWords = /[^\p{L}\p{M}\p{N}]+/u;

export function foldedText(text: string): string {
  return text
    .replace(invisible, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, (mark) => (optionalMark.test(mark) ? "" : mark))
    .replace(replacedLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFKD");
}
