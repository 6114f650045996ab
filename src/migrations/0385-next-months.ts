import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "order_next_months" (
    "order_id" text not null primary key references "orders" ("id"),
    "previous_id" text not null references "orders" ("id"),
    constraint "order_next_months_of_another" check ("order_id" <> "previous_id")
  )`,
  `create index "order_next_months_by_previous_id" on "order_next_months" ("previous_id")`,
]);
