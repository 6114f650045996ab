import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "audit_log" add column "key_name" text default '' not null`,
]);
