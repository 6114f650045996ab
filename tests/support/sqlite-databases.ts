import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations } from "../../src/migrations.ts";
import { type Database, openDatabase } from "../../src/platform/database.ts";
import { migrate } from "../../src/platform/migrations.ts";
import type { TestDatabases } from "./databases.ts";

/** Each call copies one migrated file, which is quicker than migrating each time. */
export function sqliteDatabases(): TestDatabases {
  const opened: Database[] = [];
  const directories: string[] = [];
  let template: Promise<string> | undefined;

  async function newFile(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), "furrow-sqlite-"));
    directories.push(directory);
    return join(directory, "furrow.db");
  }

  async function makeTemplate(): Promise<string> {
    const file = await newFile();
    const database = openDatabase({ engine: "sqlite", file });
    await migrate(database.libraryHandle, migrations);
    await database.close();
    return file;
  }

  return {
    async open() {
      template ??= makeTemplate();
      const file = await newFile();
      await copyFile(await template, file);
      const database = openDatabase({ engine: "sqlite", file });
      opened.push(database);
      return database;
    },
    async remove() {
      for (const database of opened) await database.close();
      for (const directory of directories) await rm(directory, { recursive: true, force: true });
    },
  };
}
