import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "invitations" (
    "user_record_id" text primary key references "user_records" ("id") on delete cascade,
    "token_hash" text not null unique,
    "sent_at" bigint not null,
    "expires_at" bigint not null
  )`,
]);
