import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create index "subscription_calls_by_state" on "subscription_calls" ("state")`,
]);
