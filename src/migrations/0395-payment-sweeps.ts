import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "payment_sweeps" (
    "provider" text not null primary key,
    "swept_until" bigint not null,
    "clock_ahead_ms" bigint,
    "due_at" bigint,
    "leased_until" bigint not null default 0,
    "attempts" integer not null default 0
  )`,
  `create index "payment_attempts_by_provider" on "payment_attempts" ("provider")`,
]);
