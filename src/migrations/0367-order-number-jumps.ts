import { inSql } from "./in-sql.ts";

// The numbers that an owner has skipped, so that they differ from orders that are missing.
export const migration = inSql([
  `create table "order_number_jumps" (
    "after_number" bigint not null primary key,
    "next_number" bigint not null
  )`,
  `insert into "order_number_jumps" select "last_number", "first_number"
    from "order_counter" where "last_number" = 0`,
]);
