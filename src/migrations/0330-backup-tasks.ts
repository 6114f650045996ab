import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "backup_tasks" (
    "id" text not null primary key,
    "kind" text not null,
    "file" text,
    "asked_by" text not null,
    "asked_at" bigint not null,
    "open_key" text unique,
    "claimed_until" bigint not null,
    "done_at" bigint,
    "rows_restored" bigint,
    "notes" text,
    "failure" text
  )`,
  `create index "backup_tasks_by_time" on "backup_tasks" ("asked_at", "id")`,
]);
