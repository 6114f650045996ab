import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { preparedRows } from "#platform/database/prepared-query.ts";
import { betweenWords, foldedText } from "#platform/texts/folded-text.ts";
import type { Order } from "../order.ts";

/** Words of each order's name, email, plan and company, for searches by prefix. */
interface OrderWordsTable {
  word: string;
  placed_at: number;
  number: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_words: OrderWordsTable;
  }
}

/** Equal values are sorted by order number. */
export const sortColumns = { date: "placed_at", amount: "price_cents", name: "name_key" } as const;

type IndexedOrder = Pick<
  Order,
  "number" | "placedAt" | "customerName" | "customerEmail" | "packageName" | "companyName"
>;

export async function addOrderWords(tx: Queries, order: IndexedOrder): Promise<void> {
  const rows = wordRows(order);
  if (rows.length > 0) await insertWords(tx, rows);
}

const insertWords = preparedRows((queries, rows: readonly OrderWordsTable[]) =>
  queries
    .insertInto("order_words")
    .values(rows.map(({ word, placed_at, number }) => ({ word, placed_at, number })))
    .compile(),
);

export async function deleteOrderWords(tx: WriteTransaction, order: IndexedOrder): Promise<void> {
  await tx
    .deleteFrom("order_words")
    .where("word", "in", [...wordsOfOrder(order), ""])
    .where("placed_at", "=", order.placedAt)
    .where("number", "=", order.number)
    .execute();
}

/**
 * Must be called after a change of the order's name, email or company; otherwise a search finds the
 * order by the old words.
 */
export async function replaceOrderWords(
  tx: WriteTransaction,
  before: IndexedOrder,
  after: IndexedOrder,
): Promise<void> {
  await deleteOrderWords(tx, before);
  await addOrderWords(tx, after);
  await tx
    .updateTable("orders")
    .set({ name_key: nameKeyOf(after.customerName) })
    .where("number", "=", after.number)
    .execute();
}

function wordRows(order: IndexedOrder): OrderWordsTable[] {
  return wordsOfOrder(order).map((word) => ({
    word,
    placed_at: order.placedAt,
    number: order.number,
  }));
}

/** Words are cut to this length, in orders and in searches alike. */
const longestWord = 40;
const mostWords = 32;

interface Searchable {
  readonly customerName: string;
  readonly customerEmail: string;
  readonly packageName: string;
  readonly companyName: string;
}

/** Distinct words of a text, folded. */
export function wordsOf(text: string): string[] {
  const words = foldedText(text).split(betweenWords);
  const short = words.map((word) => firstCharacters(word, longestWord));
  return [...new Set(short)].filter((word) => word !== "").slice(0, mostWords);
}

export function wordsOfOrder(order: Searchable): string[] {
  return wordsOf(searchedTextOf(order));
}

function searchedTextOf(order: Searchable): string {
  const { customerName, customerEmail, packageName, companyName } = order;
  return `${customerName} ${customerEmail} ${packageName} ${companyName}`;
}

/** True when each word is a prefix of a word of the order. */
export function beginWordsOf(words: readonly string[], order: Searchable): boolean {
  const its = wordsOfOrder(order);
  return words.every((beginning) => its.some((word) => word.startsWith(beginning)));
}

/** Sort key of a name. It sorts "Émile" next to "Emil" in every database. */
export function nameKeyOf(name: string): string {
  return firstCharacters(foldedText(name).replaceAll(/\s+/g, " ").trim(), longestWord);
}

/** Counts characters, not UTF-16 units, so that no character is cut in half. */
function firstCharacters(text: string, count: number): string {
  return [...text].slice(0, count).join("");
}
