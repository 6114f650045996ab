import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "account_tables" ("id" integer not null primary key, "made_by" text not null)`,
]);
