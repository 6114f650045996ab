import { isPlainText } from "../../platform/texts/plain-text.ts";

interface SearchedTexts {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/** What a message is found by. Spelled one way here, because engines fold few letters themselves. */
export function searchTextOf({ name, email, subject, message }: SearchedTexts): string {
  return oneSpelling([name, email, subject, message].join("\n"));
}

export const longestSearch = 200;

/** The words that a message must have, each anywhere in it; none for a search of nothing. */
export function searchWordsOf(search: string): readonly string[] {
  const words = oneSpelling(search.slice(0, longestSearch)).split(/\s+/);
  return words.filter((word) => word !== "" && isPlainText(word));
}

function oneSpelling(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
