import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "bank_transfers" (
    "order_id" text not null primary key references "orders" ("id"),
    "account_id" text not null,
    "chosen_at" bigint not null,
    "left_at" bigint
  )`,
  `create index "bank_transfers_not_left" on "bank_transfers" ("chosen_at") where "left_at" is null`,
  `create index "bank_transfers_by_account_id" on "bank_transfers" ("account_id")`,
]);
