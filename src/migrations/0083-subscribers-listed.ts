import { inSql } from "./in-sql.ts";

// A covering index: paging through a long list reads only the index.
export const migration = inSql([
  `create index subscribers_by_removal on subscribers (removed_at, id)`,
  `drop index "subscribers_listed"`,
  `drop index "subscribers_removed"`,
]);
