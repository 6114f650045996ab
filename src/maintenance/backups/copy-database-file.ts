import { closeSync, openSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { notCopied } from "../copying/installation-tables.server.ts";
import type { ReadTables } from "./check-file.server.ts";

/** More pages than any file has, so that one step copies all. */
const allPages = 2 ** 31 - 1;
const busyTimeoutMs = 5000;

/**
 * Copies an SQLite database in a consistent state, page by page on another thread, while others
 * read and write. The new file belongs to its owner alone. Returns the number of rows of each
 * table.
 */
export async function copyDatabaseFile(source: string, target: string): Promise<ReadTables> {
  closeSync(openSync(target, "wx", 0o600));
  const database = new DatabaseSync(source, { readOnly: true, timeout: busyTimeoutMs });
  try {
    // In one transaction, so that counted and copied rows are of the same state.
    database.exec("begin");
    const counts = countRows(database);
    await backup(database, target, { rate: allPages });
    leaveWriteAheadLog(target);
    return counts;
  } finally {
    database.close();
  }
}

function countRows(database: DatabaseSync): ReadTables {
  const names = database
    .prepare("select name from sqlite_master where type = 'table' and name not glob 'sqlite_*'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !notCopied.includes(name));
  return Object.fromEntries(
    names.map((name) => {
      const counted = database.prepare(`select count(*) as rows from "${name}"`).get();
      return [name, { rows: Number(counted?.rows) }];
    }),
  );
}

/** Merges the write-ahead log into the database file. */
export function leaveWriteAheadLog(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("pragma journal_mode = delete");
  } finally {
    database.close();
  }
}
