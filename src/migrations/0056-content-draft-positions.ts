import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "content_records" add column "draft_position" bigint`,
]);
