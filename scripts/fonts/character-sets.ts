function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) =>
    String.fromCodePoint(first + index),
  ).join("");
}

const basicLatin = range(0x20, 0x7e);
const printersMarks = "\u00a0‘’“”–—…€£·×©";

/** What a page in English needs on its first paint. */
export const firstPaint = basicLatin + printersMarks;

/** What a language beside English needs of Latin-1, fetched only by a page that writes such a letter. */
export const latin1 = without(range(0xa1, 0xff), firstPaint);

export const latinExtendedA = range(0x100, 0x17f);

function without(letters: string, present: string): string {
  return [...new Set(letters)].filter((letter) => !present.includes(letter)).join("");
}

/** Writes the letters as a CSS unicode-range, neighbours joined: "U+20-7E, U+A0". */
export function unicodeRange(letters: string): string {
  const codes = [...letters].map((letter) => letter.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const runs: Array<[number, number]> = [];
  for (const code of codes) {
    const last = runs.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else if (!last || code > last[1]) runs.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return runs
    .map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`))
    .join(", ");
}
