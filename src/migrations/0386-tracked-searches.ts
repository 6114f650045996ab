import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_search_lists" (
    "order_id" text not null primary key references "orders" ("id"),
    "revision" bigint not null,
    "updated_at" bigint not null
  )`,
  `create table "order_searches" (
    "order_id" text not null references "order_search_lists" ("order_id") on delete cascade,
    "nth" bigint not null,
    "search" text not null,
    primary key ("order_id", "nth")
  )`,
  `create table "order_search_positions" (
    "order_id" text not null references "order_search_lists" ("order_id") on delete cascade,
    "month" text not null,
    "search" text not null,
    "position" text not null,
    primary key ("order_id", "month", "search")
  )`,
  `alter table "month_reports" add column "searches" text default '' not null`,
]);
