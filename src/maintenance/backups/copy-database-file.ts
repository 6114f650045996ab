import { closeSync, openSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { notCopied } from "../copying/installation-tables.server.ts";
import type { ReadTables } from "./check-file.server.ts";

/** More than any file has: all of them in one step. */
const allPages = 2 ** 31 - 1;
const busyTimeoutMs = 5000;

/**
 * Copies an SQLite database as it is at one moment, page by page and off this thread, while others
 * go on reading and writing. The new file is its owner's alone and needs none beside it. Returns how
 * many rows each table has in that moment.
 */
export async function copyDatabaseFile(source: string, target: string): Promise<ReadTables> {
  closeSync(openSync(target, "wx", 0o600));
  const database = new DatabaseSync(source, { readOnly: true, timeout: busyTimeoutMs });
  try {
    // Inside it, what is counted and what is copied are of the same moment.
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

/** Puts all of a database into its one file. */
export function leaveWriteAheadLog(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("pragma journal_mode = delete");
  } finally {
    database.close();
  }
}
