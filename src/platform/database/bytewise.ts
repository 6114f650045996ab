import { type RawBuilder, sql } from "kysely";
import { engineOf, type Queries } from "./database.ts";

/**
 * A text column compared byte by byte, so that an index serves searches by prefix. SQLite always
 * compares bytes; PostgreSQL needs the collation "C".
 */
export function bytewise(queries: Queries, column: string): RawBuilder<string> {
  return engineOf(queries) === "postgres"
    ? sql<string>`${sql.ref(column)} collate "C"`
    : sql.ref<string>(column);
}
