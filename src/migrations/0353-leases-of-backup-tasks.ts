import { inSql } from "./in-sql.ts";

export const migration = inSql([
  "alter table backup_tasks add column due_at bigint",
  "update backup_tasks set due_at = asked_at where done_at is null",
  "alter table backup_tasks drop column claimed_until",
  "alter table backup_tasks add column leased_until bigint not null default 0",
  "alter table backup_tasks add column attempts integer not null default 0",
]);
