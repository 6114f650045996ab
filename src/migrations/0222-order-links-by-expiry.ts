import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create index "order_links_by_expiry" on "order_links" ("expires_at")`,
]);
