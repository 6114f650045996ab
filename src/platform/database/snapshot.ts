import { sql } from "kysely";
import type { Database, Queries } from "./database.ts";

/**
 * Everything that `work` reads is of one moment, however long it takes, and nobody waits for it.
 * Inside, only the queries that it is given see that moment.
 */
export async function inSnapshot<T>(
  { engine, read }: Database,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const begin =
    engine === "sqlite" ? sql`begin` : sql`begin isolation level repeatable read, read only`;
  return read.connection().execute(async (connection) => {
    await begin.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}
