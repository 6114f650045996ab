import { inSql } from "./in-sql.ts";

// Before this migration every record was published.
export const migration = inSql([
  `alter table "content_records" add column "published_at" bigint`,
  `alter table "content_records" add column "draft_at" bigint`,
  `alter table "content_records" add column "draft_values" text`,
  `alter table "content_records" add column "draft_author" text`,
  `alter table "content_history" add column "draft_values" text`,
  `update content_records set published_at = created_at`,
  `create index "content_history_by_time" on "content_history" ("at", "record_id", "revision")`,
  `create index "content_history_of_block" on "content_history" ("block", "at", "record_id", "revision")`,
]);
