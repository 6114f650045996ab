import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "rate_limits" (
    "key" text not null primary key,
    "attempts" bigint not null,
    "ends_at" bigint not null
  )`,
  `create index "rate_limits_by_end" on "rate_limits" ("ends_at")`,
]);
