import { inSql } from "./in-sql.ts";

// The column once stored colours that pages showed while a picture loaded. Nothing reads the
// column now.
export const migration = inSql([
  `alter table "media_files" add column "impression" text default '' not null`,
]);
