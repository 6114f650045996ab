import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "email_changes" (
    "account_id" text not null primary key,
    "old_email" text not null,
    "new_email" text not null,
    "old_token_hash" text,
    "new_token_hash" text not null unique,
    "old_confirmed_at" bigint,
    "new_confirmed_at" bigint,
    "requested_at" bigint not null,
    "expires_at" bigint not null,
    unique ("old_token_hash")
  )`,
]);
