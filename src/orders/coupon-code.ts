import { foldedText } from "#platform/texts/folded-text.ts";

/** A code as the owner writes it. A code cannot begin a formula of a spreadsheet. */
export const couponCodePattern = /^[A-Za-z0-9]{4,24}$/;

/** Longer than any code with what people type between its parts. */
export const longestTypedCode = 60;

/** Digits for the letters that people read or hear instead of them. */
const lookAlikes: Readonly<Record<string, string>> = {
  o: "0",
  q: "0",
  i: "1",
  l: "1",
  z: "2",
  s: "5",
  b: "8",
};

/** Letters of other keyboards that look like Latin letters. */
const otherAlphabets: Readonly<Record<string, string>> = {
  а: "a",
  в: "b",
  с: "c",
  е: "e",
  н: "h",
  і: "i",
  ј: "j",
  к: "k",
  м: "m",
  о: "o",
  р: "p",
  ѕ: "s",
  т: "t",
  х: "x",
  у: "y",
  α: "a",
  β: "b",
  ε: "e",
  η: "h",
  ι: "i",
  κ: "k",
  ν: "n",
  ο: "o",
  ρ: "p",
  τ: "t",
  υ: "y",
  χ: "x",
  ζ: "z",
};

/**
 * A code as codes are compared: without case, spaces and hyphens, and with one digit for each group
 * of letters and digits that look alike. Two coupons cannot have codes that people take for one.
 * "" for a text that cannot be a code. A change needs a migration that folds the stored codes again.
 */
export function foldedCode(typed: string): string {
  if (typed.length > longestTypedCode) return "";
  const letters = foldedText(typed)
    .replace(/[\s_.'-]/g, "")
    .replace(/[^ -~]/g, (letter) => otherAlphabets[letter] ?? letter);
  if (!couponCodePattern.test(letters)) return "";
  return letters.replace(/[a-z]/g, (letter) => lookAlikes[letter] ?? letter);
}

/** A code as the site writes it. */
export function shownCode(code: string): string {
  return code.toUpperCase();
}
