import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "#platform/database/database.ts";
import type { TestDatabases } from "./databases.ts";
import {
  type Administration,
  databasePlaceholder,
  openAdministration,
  postgresTemplate,
} from "./postgres-administration.ts";

/**
 * Each call clones one migrated database, which is faster than migrating. Tests get separate
 * databases instead of schemas, so that they share neither locks nor connections.
 */
export function postgresDatabases(url: string): TestDatabases {
  const urlOf = (name: string) => url.replace(databasePlaceholder, name);
  const opened: Database[] = [];
  const names: string[] = [];
  let administration: Promise<Administration> | undefined;
  // Statements share one connection, because opening a connection takes as long as a statement.
  const administrate = async (statement: string) => {
    administration ??= openAdministration(urlOf("postgres"));
    await (await administration).run(statement);
  };
  return {
    async open() {
      const name = `furrow_${randomBytes(8).toString("hex")}`;
      // Copies files, because the strategy `wal_log` writes each page twice to survive a crash.
      const clause = `template ${postgresTemplate} strategy file_copy`;
      await administrate(`create database ${name} ${clause}`);
      names.push(name);
      const database = openDatabase({ engine: "postgres", url: urlOf(name) });
      opened.push(database);
      return database;
    },
    async remove() {
      for (const database of opened) await database.close();
      for (const name of names) {
        await administrate(`drop database if exists ${name} with (force)`);
      }
      await (await administration)?.close();
    },
  };
}
