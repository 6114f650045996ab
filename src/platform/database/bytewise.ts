import { type RawBuilder, sql } from "kysely";
import { engineOf, type Queries } from "./database.ts";

/**
 * A text column compared byte by byte, as in an index for searches by prefix. SQLite does so
 * anyway, PostgreSQL by the collation "C".
 */
export function bytewise(queries: Queries, column: string): RawBuilder<string> {
  return engineOf(queries) === "postgres"
    ? sql<string>`${sql.ref(column)} collate "C"`
    : sql.ref<string>(column);
}
