import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_figures" (
    "id" text not null primary key,
    "order_id" text not null references "orders" ("id"),
    "file_name" text not null,
    "first_day" text not null,
    "last_day" text not null,
    "clicks" bigint not null,
    "impressions" bigint not null,
    "position" text not null,
    "query_clicks" bigint,
    "author" text not null,
    "created_at" bigint not null,
    constraint "order_figures_once" unique ("order_id", "first_day", "last_day")
  )`,
]);
