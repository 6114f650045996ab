import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "customer_notes" add column "removed_at" bigint`,
  `create index customer_notes_removed on customer_notes (removed_at)
    where removed_at is not null`,
]);
