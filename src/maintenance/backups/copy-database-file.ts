import { closeSync, openSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { reasonOf, StartError } from "#platform/errors.ts";
import { notCopied, type ReadTables } from "../copying/installation-tables.server.ts";
import { writeBackupFile } from "./backup-files.ts";

/** More pages than any file has, so that one step copies all pages. */
const allPages = 2 ** 31 - 1;
const busyTimeoutMs = 5000;

/**
 * Copies an SQLite database in a consistent state, on another thread, while other connections read
 * and write. The permissions of the new file are 0600. Returns the number of rows of each table.
 */
export async function copyDatabaseFile(source: string, target: string): Promise<ReadTables> {
  closeSync(openSync(target, "wx", 0o600));
  const database = new DatabaseSync(source, { readOnly: true, timeout: busyTimeoutMs });
  try {
    // One transaction, so that the count and the copy see the same rows.
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
    .prepare(
      `select name from pragma_table_list
      where schema = 'main' and type = 'table' and name not glob 'sqlite_*'`,
    )
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

/** Merges the write-ahead log into the database file and removes the log. */
export function leaveWriteAheadLog(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("pragma journal_mode = delete");
  } finally {
    database.close();
  }
}

/**
 * Copies an SQLite database before an upgrade changes it, so that the older version can be
 * restored. Keeps the three newest copies. Returns the file. Throws a StartError when the copy
 * fails.
 */
export async function backUpBeforeUpgrade(
  databaseFile: string,
  directory: string,
  now: number,
): Promise<string> {
  const options = { directory, kind: "before-upgrade", now, keep: 3 } as const;
  try {
    const { file } = await writeBackupFile(options, async (copy) => {
      await copyDatabaseFile(databaseFile, copy);
      return {};
    });
    return file;
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `The database could not be copied to ${directory} before the upgrade: ${reasonOf(cause)}. Free some space there, or set BACKUP_DIR to another directory.`,
      { cause },
    );
  }
}
