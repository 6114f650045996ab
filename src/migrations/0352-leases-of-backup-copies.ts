import { inSql } from "./in-sql.ts";

export const migration = inSql([
  "alter table backup_copies add column due_at bigint",
  "update backup_copies set due_at = claimed_until",
  "alter table backup_copies drop column claimed_until",
  "alter table backup_copies add column leased_until bigint not null default 0",
  "alter table backup_copies add column attempts integer not null default 0",
]);
