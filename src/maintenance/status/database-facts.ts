import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

export interface DatabaseFacts {
  readonly engine: "SQLite" | "PostgreSQL";
  readonly version: string;
  readonly bytes: number;
  /** How many changes of its tables it has seen. */
  readonly migrations: number;
}

export async function databaseFacts({ engine, read }: Database): Promise<DatabaseFacts> {
  const about =
    engine === "sqlite"
      ? sql<{ version: string; bytes: number }>`select sqlite_version() as version,
          page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ version: string; bytes: number }>`select current_setting('server_version') as version,
          pg_database_size(current_database()) as bytes`;
  const { rows } = await about.execute(read);
  const applied = await sql<{ count: number | string }>`
    select count(*) as count from kysely_migration`.execute(read);
  return {
    engine: engine === "sqlite" ? "SQLite" : "PostgreSQL",
    version: rows[0]?.version.split(" ")[0] ?? "",
    bytes: Number(rows[0]?.bytes ?? 0),
    migrations: Number(applied.rows[0]?.count ?? 0),
  };
}
