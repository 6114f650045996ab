import { inSql } from "./in-sql.ts";

// A site with orders goes on with the next number, and its setting says where its numbers began.
export const migration = inSql([
  `alter table "order_counter" add column "first_number" bigint default 1001 not null`,
  `update "order_counter" set "first_number" = 1 where "last_number" > 0`,
  `insert into "settings" ("name", "value", "revision", "changed_by", "changed_at")
    select 'firstOrderNumber', '1', 1, 'system', 0 from "order_counter" where "last_number" > 0`,
]);
