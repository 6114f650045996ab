import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create index order_messages_edited on order_messages (order_id, edited_at)
    where edited_at is not null`,
]);
