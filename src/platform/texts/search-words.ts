import { betweenWords, foldedText } from "./folded-text.ts";

/** Words are cut to this length, in stored texts and in searches alike. */
export const longestWord = 40;
const mostWords = 32;

/** Distinct words of a text, folded. */
export function wordsOf(text: string): string[] {
  const words = foldedText(text).split(betweenWords);
  const short = words.map((word) => firstCharacters(word, longestWord));
  return [...new Set(short)].filter((word) => word !== "").slice(0, mostWords);
}

/** Counts characters, not UTF-16 units, so that no character is cut in half. */
export function firstCharacters(text: string, count: number): string {
  return [...text].slice(0, count).join("");
}
