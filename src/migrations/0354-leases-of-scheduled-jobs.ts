import { inSql } from "./in-sql.ts";

export const migration = inSql([
  "alter table scheduled_jobs rename column next_attempt_at to due_at",
  "alter table scheduled_jobs add column leased_until bigint not null default 0",
]);
