import { inSql } from "./in-sql.ts";

// Both engines compare these texts by bytes, so that one index serves prefix searches and
// sorting.
//
// The filter columns come first, so orders with equal values in these columns are already
// sorted.
export const migration = inSql([
  {
    sqlite: [`alter table "orders" add column "name_key" text default '' not null`],
    postgres: [`alter table "orders" add column "name_key" text collate "C" default '' not null`],
  },
  `create index "orders_by_date" on "orders" ("package_name", "payment_status", "order_status", "placed_at", "number")`,
  `create index "orders_by_amount" on "orders" ("package_name", "payment_status", "order_status", "price_cents", "number")`,
  `create index "orders_by_name" on "orders" ("package_name", "payment_status", "order_status", "name_key", "number")`,
  {
    sqlite: [
      `create table "order_words" (
        "word" text not null,
        "placed_at" bigint not null,
        "number" bigint not null,
        constraint "order_words_once" primary key ("word", "placed_at", "number")
      ) without rowid`,
    ],
    postgres: [
      `create table "order_words" (
        "word" text collate "C" not null,
        "placed_at" bigint not null,
        "number" bigint not null,
        constraint "order_words_once" primary key ("word", "placed_at", "number")
      )`,
    ],
  },
]);
