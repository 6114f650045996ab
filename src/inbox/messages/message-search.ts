import { foldedText } from "#platform/texts/folded-text.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";

interface SearchedTexts {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/** Text in which a search looks for words. */
export function searchTextOf({ name, email, subject, message }: SearchedTexts): string {
  return foldedText([name, email, subject, message].join("\n"));
}

const longestSearch = 200;

export function searchWordsOf(search: string): readonly string[] {
  const words = foldedText(search.slice(0, longestSearch)).split(/\s+/);
  return words.filter((word) => word !== "" && isPlainText(word));
}
