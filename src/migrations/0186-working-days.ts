import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "orders" add column "working_days" bigint default 0 not null check (working_days between 0 and 120)`,
]);
