import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "backup_schedule" (
    "id" integer not null primary key,
    "claimed_until" bigint not null,
    "good_at" bigint,
    "file" text,
    "bytes" bigint,
    "failed_at" bigint,
    "failure" text
  )`,
  `insert into "backup_schedule" ("id", "claimed_until") values (1, 0)`,
]);
