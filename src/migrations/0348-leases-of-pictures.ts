import { inSql } from "./in-sql.ts";

export const migration = inSql([
  "drop index media_files_by_state",
  "alter table media_files add column due_at bigint",
  "update media_files set due_at = claimed_until where state = 'encoding'",
  "alter table media_files drop column claimed_until",
  "alter table media_files add column leased_until bigint not null default 0",
  "create index media_files_by_state on media_files (state)",
  "create index media_files_due on media_files (due_at) where due_at is not null",
]);
