import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "idempotency_keys" (
    "account_id" text not null,
    "key" text not null,
    "body_hash" text not null,
    "answer" text,
    "created_at" bigint not null,
    constraint "idempotency_keys_of_account" primary key ("account_id", "key")
  )`,
  `create index "idempotency_keys_by_age" on "idempotency_keys" ("created_at")`,
]);
