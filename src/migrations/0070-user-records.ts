import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "user_records" (
    "id" text primary key,
    "user_email" text not null,
    "email_key" text not null unique,
    "user_role" text not null,
    "created_at" bigint not null
  )`,
]);
