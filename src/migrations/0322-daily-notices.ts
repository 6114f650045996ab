import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "daily_notices" (
    "id" text not null primary key,
    "account_id" text not null,
    "email" text not null,
    "subject" text not null,
    "facts" text not null,
    "path" text not null,
    "about" text not null,
    "created_at" bigint not null
  )`,
  `create index "daily_notices_of_account" on "daily_notices" ("account_id")`,
  `create index "daily_notices_about" on "daily_notices" ("about")`,
]);
