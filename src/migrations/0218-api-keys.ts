import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "api_keys" (
    "id" text not null primary key,
    "account_id" text not null,
    "name" text not null,
    "prefix" text not null,
    "key_hash" text not null unique,
    "key_role" text,
    "read_only" integer not null,
    "created_at" bigint not null,
    "expires_at" bigint not null,
    "last_used_at" bigint,
    "revoked_at" bigint
  )`,
  `create index "api_keys_of_account" on "api_keys" ("account_id", "created_at")`,
]);
