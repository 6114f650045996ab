import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "#platform/database/database.ts";
import type { TestDatabases } from "./databases.ts";
import { copyMigratedFile } from "./migrated-file.ts";

/** Each call copies one migrated file, which is faster than migrating. */
export function sqliteDatabases(): TestDatabases {
  const opened: Database[] = [];
  const directories: string[] = [];
  return {
    async open() {
      const directory = await mkdtemp(join(tmpdir(), "furrow-sqlite-"));
      directories.push(directory);
      const file = join(directory, "furrow.db");
      copyMigratedFile(file);
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
