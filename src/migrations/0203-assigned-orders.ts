import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `alter table "orders" add column "assignee_id" text`,
  `create index orders_of_assignee on orders (assignee_id, number)
    where assignee_id is not null`,
]);
