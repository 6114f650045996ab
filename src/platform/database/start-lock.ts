import { sql } from "kysely";
import type { Database } from "./database.ts";

/** Any number that nothing else locks with in the same database. */
const startLock = 70_187_769;

/** Runs `work` in one process at a time. An SQLite file has only one process that starts. */
export async function holdingStartLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  if (database.engine === "sqlite") return work();
  return database.libraryHandle.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${startLock})`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${startLock})`.execute(connection);
    }
  });
}
