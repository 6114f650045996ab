import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_news" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "side" text not null check (side in ('customer', 'team')),
    "account_id" text,
    "email" text not null,
    "facts" text not null,
    "after_message" bigint not null,
    "through_message" bigint not null,
    "created_at" bigint not null
  )`,
  `create index "order_news_of_order" on "order_news" ("order_id", "side")`,
  `create index "order_news_of_account" on "order_news" ("account_id", "side")`,
]);
