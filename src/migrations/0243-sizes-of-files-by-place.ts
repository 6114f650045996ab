import { inSql } from "./in-sql.ts";

// `countStoredFiles` reads only this index. The index of the sizes alone lacks the place.
export const migration = inSql([
  `create index "private_files_by_place" on "private_files" ("place", "byte_count")`,
  `drop index "private_files_by_size"`,
]);
