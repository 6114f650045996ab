import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "saved_tabs" (
    "id" text not null primary key,
    "list" text not null,
    "name" text not null,
    "query" text not null,
    constraint "saved_tabs_once" unique ("list", "name")
  )`,
]);
