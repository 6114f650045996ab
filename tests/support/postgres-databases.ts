import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrations } from "../../src/migrations.ts";
import { type Database, openDatabase } from "../../src/platform/database.ts";
import { migrate } from "../../src/platform/migrations.ts";
import type { TestDatabases } from "./databases.ts";
import { databasePlaceholder } from "./provide-postgres.ts";

/**
 * Each call clones one migrated database, which is quicker than migrating each time. Databases of
 * their own, rather than schemas: locks and connections of one test do not reach another.
 */
export function postgresDatabases(url: string): TestDatabases {
  const urlOf = (name: string) => url.replace(databasePlaceholder, name);
  const opened: Database[] = [];
  const names: string[] = [];
  let template: Promise<string> | undefined;

  async function newDatabase(clause: string): Promise<string> {
    const name = `furrow_${randomBytes(8).toString("hex")}`;
    await administrate(urlOf("postgres"), `create database ${name} ${clause}`);
    names.push(name);
    return name;
  }

  async function makeTemplate(): Promise<string> {
    const name = await newDatabase("");
    const database = openDatabase({ engine: "postgres", url: urlOf(name) });
    await migrate(database.libraryHandle, migrations);
    await database.close();
    return name;
  }

  return {
    async open() {
      template ??= makeTemplate();
      const name = await newDatabase(`template ${await template}`);
      const database = openDatabase({ engine: "postgres", url: urlOf(name) });
      opened.push(database);
      return database;
    },
    async remove() {
      for (const database of opened) await database.close();
      for (const name of names) {
        await administrate(urlOf("postgres"), `drop database if exists ${name} with (force)`);
      }
    },
  };
}

async function administrate(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
