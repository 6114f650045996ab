import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_corrections" (
    "order_id" text not null references "orders" ("id"),
    "number" integer not null check (number > 0),
    "account_id" text not null,
    "fields" text not null,
    "at" bigint not null,
    primary key ("order_id", "number")
  )`,
]);
