import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "calendar_feeds" (
    "account_id" text not null primary key,
    "id" text not null unique,
    "created_at" bigint not null
  )`,
]);
