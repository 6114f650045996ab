import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "session_confirmations" (
    "session_id" text not null primary key,
    "confirmed_at" bigint not null
  )`,
  `create index "session_confirmations_by_time" on "session_confirmations" ("confirmed_at")`,
]);
