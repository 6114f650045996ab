import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "used_codes" (
    "account_id" text not null,
    "code" text not null,
    "used_at" bigint not null,
    constraint "used_codes_once" primary key ("account_id", "code")
  )`,
]);
