import { inSql } from "./in-sql.ts";

export const migration = inSql([
  "alter table backup_schedule add column due_at bigint",
  "update backup_schedule set due_at = claimed_until",
  "alter table backup_schedule drop column claimed_until",
  "alter table backup_schedule add column leased_until bigint not null default 0",
  "alter table backup_schedule add column attempts integer not null default 0",
]);
