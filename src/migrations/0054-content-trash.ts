import { inSql } from "./in-sql.ts";

// Without this index SQLite scans the whole history to list the trash.
export const migration = inSql([
  `create index content_records_deleted on content_records (deleted_at, id)
    where deleted_at is not null`,
]);
