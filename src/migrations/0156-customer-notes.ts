import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "customer_notes" (
    "id" text not null primary key,
    "account_id" text not null,
    "note" text not null,
    "author" text not null,
    "created_at" bigint not null,
    "changed_by" text,
    "changed_at" bigint
  )`,
  `create index "customer_notes_of_account" on "customer_notes" ("account_id", "id")`,
]);
