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

/**
 * A text as searches compare it: in lower case, without accents, with "l" for "ł" and "ss" for "ß".
 * Stored search texts and typed words are both folded, so that "lodz" finds "Łódź" and "Łódź" finds
 * "Lodz". The beginning of a text folds to the beginning of the folded text. Unicode decomposes a
 * character into at most 18. A change needs a migration that folds the stored search texts again.
 */
export function foldedText(text: string): string {
  return text
    .replace(invisible, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, (mark) => (optionalMark.test(mark) ? "" : mark))
    .replace(replacedLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFKD");
}
