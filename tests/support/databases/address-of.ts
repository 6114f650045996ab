import { dirname } from "node:path";
import { sql } from "kysely";
import { inject } from "vitest";
import type { Database, DatabaseAddress } from "#platform/database/database.ts";
import { databasePlaceholder } from "./postgres-administration.ts";

export const testSecret = "a secret of thirty-two characters";

/** Address with which a test can open its database a second time. */
export async function addressOf({ engine, read }: Database): Promise<DatabaseAddress> {
  if (engine === "sqlite") {
    const { rows } = await sql<{ file: string }>`pragma database_list`.execute(read);
    return { engine, file: rows[0]?.file ?? "" };
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(read);
  const url = inject("postgresUrl")?.replace(databasePlaceholder, rows[0]?.name ?? "") ?? "";
  return { engine, url };
}

/**
 * Address of an empty database of the same engine: another file on SQLite; on PostgreSQL the given
 * database, whose tables this function drops.
 */
export async function emptyAddress(database: Database): Promise<DatabaseAddress> {
  const address = await addressOf(database);
  if (address.engine === "sqlite") return { ...address, file: `${address.file}-empty` };
  await sql`drop schema public cascade`.execute(database.libraryHandle);
  await sql`create schema public`.execute(database.libraryHandle);
  return address;
}

/** Settings with which a program opens the database; its secret is the one of a test shop. */
export async function settingsOf(database: Database): Promise<Record<string, string>> {
  const address = await addressOf(database);
  return address.engine === "sqlite"
    ? { DATA_DIR: dirname(address.file), SECRET: testSecret }
    : { DATABASE_URL: address.url, SECRET: testSecret };
}
