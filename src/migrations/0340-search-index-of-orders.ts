import type { Migration } from "kysely/migration";
import { type AnyDatabase, betweenWords, chunksOf, foldedText } from "./folding.ts";
import { inSql } from "./in-sql.ts";

/**
 * "detail" and "columnsize": the index knows which orders have a word, and nothing else. The
 * tokenizer "ascii" splits the folded words at their spaces only.
 */
const sqliteIndex = [
  `create virtual table orders_fts using fts5 (search_words, content = 'orders',
    content_rowid = 'number', tokenize = 'ascii', detail = none, columnsize = 0)`,
  "insert into orders_fts (orders_fts) values ('rebuild')",
  `create trigger orders_indexed_when_placed after insert on orders begin
    insert into orders_fts (rowid, search_words) values (new.number, new.search_words);
  end`,
  `create trigger orders_indexed_when_changed after update of search_words on orders begin
    insert into orders_fts (orders_fts, rowid, search_words)
      values ('delete', old.number, old.search_words);
    insert into orders_fts (rowid, search_words) values (new.number, new.search_words);
  end`,
  `create trigger orders_indexed_when_removed after delete on orders begin
    insert into orders_fts (orders_fts, rowid, search_words)
      values ('delete', old.number, old.search_words);
  end`,
];

const postgresIndex = [
  `alter table orders add column search_vector tsvector
    generated always as (array_to_tsvector(string_to_array(search_words, ' '))) stored`,
  "create index orders_by_words on orders using gin (search_vector)",
];

/**
 * Each sort has an index that also contains the columns of the filters, so that a query skips and
 * counts orders without reading them. Orders to deliver and orders in review are few.
 */
const indexes = inSql([
  "drop table order_words",
  "drop index orders_by_date",
  "drop index orders_by_amount",
  "drop index orders_by_name",
  "drop index orders_in_review",
  `create index orders_by_date on orders
    (placed_at, number, payment_status, order_status, in_review, package_name, assignee_id)`,
  `create index orders_by_amount on orders
    (price_cents, number, payment_status, order_status, in_review, package_name, assignee_id,
    placed_at)`,
  `create index orders_by_name on orders
    (name_key, number, payment_status, order_status, in_review, package_name, assignee_id,
    placed_at)`,
  `create index orders_to_deliver on orders (placed_at, number, package_name, assignee_id)
    where payment_status = 'Paid' and order_status = 'Pending'`,
  `create index orders_in_review on orders (placed_at, number, payment_status, order_status)
    where in_review = 1`,
  { sqlite: sqliteIndex, postgres: postgresIndex },
]);

const searched = ["customer_name", "customer_email", "package_name", "company_name"];

export const migration: Migration = {
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable("orders")
      .addColumn("search_words", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    const orders = { name: "orders", key: "number", columns: searched };
    for await (const chunk of chunksOf(db, orders)) {
      for (const order of chunk) {
        await db
          .updateTable("orders")
          .set({ search_words: wordsOf(searched.map((column) => order[column]).join(" ")) })
          .where("number", "=", order.number)
          .execute();
      }
    }
    await indexes.up(db);
  },
};

function wordsOf(text: string): string {
  const words = foldedText(text)
    .split(betweenWords)
    .map((word) => [...word].slice(0, 40).join(""));
  const distinct = [...new Set(words)].filter((word) => word !== "");
  return distinct.slice(0, 32).join(" ");
}
