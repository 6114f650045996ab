/** Longer words are cut; their prefixes still match. */
const longestWord = 40;
const mostWords = 32;

interface Searchable {
  readonly customerName: string;
  readonly customerEmail: string;
  readonly packageName: string;
}

/** Words of a text for comparison: lower case, without accents, each word once. */
export function wordsOf(text: string): string[] {
  const words = foldedText(text).split(/[^\p{L}\p{N}]+/u);
  const short = words.map((word) => firstCharacters(word, longestWord));
  return [...new Set(short)].filter((word) => word !== "").slice(0, mostWords);
}

/** Words by which an order is found. */
export function wordsOfOrder({ customerName, customerEmail, packageName }: Searchable): string[] {
  return wordsOf(`${customerName} ${customerEmail} ${packageName}`);
}

/** True when each word is a prefix of a word of the order. */
export function beginWordsOf(words: readonly string[], order: Searchable): boolean {
  const its = wordsOfOrder(order);
  return words.every((beginning) => its.some((word) => word.startsWith(beginning)));
}

/** Sort key of a name. It sorts "Émile" next to "Emil", whatever the collation of the database. */
export function nameKeyOf(name: string): string {
  return firstCharacters(foldedText(name).replaceAll(/\s+/g, " ").trim(), longestWord);
}

function foldedText(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Counts characters, not UTF-16 units, so that none is cut in half. */
function firstCharacters(text: string, count: number): string {
  return [...text].slice(0, count).join("");
}
