import { inSql } from "./in-sql.ts";

// Lines from before count for the first cycle or for all.
export const migration = inSql([
  `alter table "order_lines" add column "cycles" integer check ("cycles" >= 2)`,
]);
