import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "backup_copies" (
    "id" integer not null primary key,
    "claimed_until" bigint not null,
    "backup_at" bigint,
    "arrived_at" bigint,
    "file" text,
    "bytes" bigint,
    "failed_at" bigint,
    "failure" text,
    "tested_at" bigint,
    "tested_file" text
  )`,
  `insert into "backup_copies" ("id", "claimed_until") values (1, 0)`,
]);
