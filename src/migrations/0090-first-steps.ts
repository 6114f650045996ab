import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create table "first_steps" (
    "step" text primary key,
    "ticked_by" text not null,
    "ticked_at" bigint not null
  )`,
]);
