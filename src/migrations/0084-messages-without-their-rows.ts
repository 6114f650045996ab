import { inSql } from "./in-sql.ts";

// The index contains `deleted_at`, because SQLite otherwise reads each row to check the
// condition of the index.
//
// An index without ids counts the messages in half the time.
export const migration = inSql([
  `drop index "messages_kept"`,
  `create index messages_kept on messages (status, deleted_at, id)
    where deleted_at is null`,
  `create index messages_counted on messages (status, deleted_at)
    where deleted_at is null`,
]);
