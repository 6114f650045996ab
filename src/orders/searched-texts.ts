import { foldedText } from "#platform/texts/folded-text.ts";
import { firstCharacters, longestWord, wordsOf } from "#platform/texts/search-words.ts";
import type { Order } from "./order.ts";

type SearchedOrder = Pick<Order, "customerName" | "customerEmail" | "packageName" | "companyName">;

/**
 * Columns of `orders` that the search reads. Every change of the order's name, email or company
 * must store them, otherwise a search finds the order by the old words.
 */
export function searchedTexts(order: SearchedOrder) {
  return {
    name_key: nameKeyOf(order.customerName),
    search_words: wordsOfOrder(order).join(" "),
  };
}

export function wordsOfOrder(order: SearchedOrder): string[] {
  const { customerName, customerEmail, packageName, companyName } = order;
  return wordsOf(`${customerName} ${customerEmail} ${packageName} ${companyName}`);
}

/** Sort key of a name. It sorts "Émile" next to "Emil" in every database. */
export function nameKeyOf(name: string): string {
  return firstCharacters(foldedText(name).replaceAll(/\s+/g, " ").trim(), longestWord);
}
