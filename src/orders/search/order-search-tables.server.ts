import { type Kysely, sql } from "kysely";
import { engineOf, type Queries, type WriteTransaction } from "#platform/database/database.ts";
import type { Migrations } from "#platform/database/migrations.ts";
import { preparedRows } from "#platform/database/prepared-query.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
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

export const orderSearchMigrations: Migrations = {
  "0118-order-search": {
    async up(db) {
      // Both engines compare these texts by bytes, so that one index serves prefix searches and
      // sorting.
      const plainText = engineOf(db) === "postgres" ? sql`text collate "C"` : sql`text`;
      await db.schema
        .alterTable("orders")
        .addColumn("name_key", plainText, (column) => column.notNull().defaultTo(""))
        .execute();
      for (const [sort, column] of Object.entries(sortColumns)) {
        // The filter columns come first, so orders with equal values in these columns are already
        // sorted.
        await db.schema
          .createIndex(`orders_by_${sort}`)
          .on("orders")
          .columns(["package_name", "payment_status", "order_status", column, "number"])
          .execute();
      }
      await db.schema
        .createTable("order_words")
        .addColumn("word", plainText, (column) => column.notNull())
        .addColumn("placed_at", "bigint", (column) => column.notNull())
        .addColumn("number", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("order_words_once", ["word", "placed_at", "number"])
        .$call((table) => (engineOf(db) === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
        .execute();
      await indexEarlierOrders(db);
    },
  },
  "0280-folded-words-of-orders": {
    async up(db) {
      // Folding changes no word of ASCII characters, and these are most of the words.
      const isOther =
        engineOf(db) === "postgres" ? sql`word ~ '[^ -~]'` : sql`word glob '*[^ -~]*'`;
      await sql`delete from order_words where ${isOther}`.execute(db);
      await foldWordsOfOrders(db);
    },
  },
};

// biome-ignore lint/suspicious/noExplicitAny: a migration works on a database of any schema
async function foldWordsOfOrders(db: Kysely<any>): Promise<void> {
  const chunks = rowChunks(
    { after: 0 },
    (order: IndexedOrder) => order.number,
    (last, size) =>
      db
        .selectFrom("orders")
        .select(["number", "placed_at as placedAt", "customer_name as customerName"])
        .select(["customer_email as customerEmail", "package_name as packageName"])
        .select("company_name as companyName")
        .where("number", ">", last)
        .orderBy("number")
        .limit(size)
        .execute(),
  );
  for await (const orders of chunks) {
    for (const order of orders) {
      const rows = wordRows(order);
      if (!/[^ -~]/.test(searchedTextOf(order)) || rows.length === 0) continue;
      await db
        .updateTable("orders")
        .set({ name_key: nameKeyOf(order.customerName) })
        .where("number", "=", order.number)
        .execute();
      await db
        .insertInto("order_words")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a migration works on a database of any schema
async function indexEarlierOrders(db: Kysely<any>): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom("orders")
      .select(["number", "placed_at", "customer_name", "customer_email", "package_name"])
      .where("number", ">", last)
      .orderBy("number")
      .limit(500)
      .execute();
    for (const row of rows) {
      const order = {
        number: row.number,
        placedAt: row.placed_at,
        customerName: row.customer_name,
        customerEmail: row.customer_email,
        packageName: row.package_name,
        companyName: "",
      };
      await db
        .updateTable("orders")
        .set({ name_key: nameKeyOf(order.customerName) })
        .where("number", "=", order.number)
        .execute();
      await addOrderWords(db, order);
    }
    if (rows.length === 0) return;
    last = rows.at(-1)?.number;
  }
}

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
