import { foldedText } from "#platform/texts/folded-text.ts";

/** Share of common words from which two titles are taken to be about one subject. */
const leastShare = 0.75;

/** Whether two pages would compete for one search, judged by the words of their titles. */
export function isSameSubject(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.size === 0 || b.size === 0) return false;
  const common = [...a].filter((word) => b.has(word)).length;
  return common / (a.size + b.size - common) >= leastShare;
}

/** Words of the title, without the name of the business that titles end with. */
function wordsOf(title: string): ReadonlySet<string> {
  const [subject = ""] = title.split(/\s[·|–—]\s/);
  const words = foldedText(subject).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !shortWords.has(word)));
}

const shortWords: ReadonlySet<string> = new Set(
  "a an and are at by for from how in is of on or our the to what why with you your".split(" "),
);
