import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "scheduled_jobs" (
    "kind" text not null,
    "subject" text not null,
    "scheduled_for" bigint not null,
    "next_attempt_at" bigint not null,
    "attempts" integer default 0 not null,
    constraint "scheduled_jobs_once" primary key ("kind", "subject")
  )`,
  `create index "scheduled_jobs_by_time" on "scheduled_jobs" ("next_attempt_at")`,
]);
