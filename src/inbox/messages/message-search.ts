import { isPlainText } from "../../platform/texts/plain-text.ts";

interface SearchedTexts {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/**
 * Text in which a search looks for words. The text is in lower case, because SQLite converts only
 * ASCII letters to lower case.
 */
export function searchTextOf({ name, email, subject, message }: SearchedTexts): string {
  return oneSpelling([name, email, subject, message].join("\n"));
}

export const longestSearch = 200;

export function searchWordsOf(search: string): readonly string[] {
  const words = oneSpelling(search.slice(0, longestSearch)).split(/\s+/);
  return words.filter((word) => word !== "" && isPlainText(word));
}

function oneSpelling(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
