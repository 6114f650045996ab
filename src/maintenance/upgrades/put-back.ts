import { chmodSync, copyFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncToDisk } from "#platform/files/directories.ts";
import { listBackupFiles } from "../backups/backup-files.ts";
import { leaveWriteAheadLog } from "../backups/copy-database-file.ts";

/**
 * Restores a database file that an upgrade has changed, from the copy that the upgrade made at or
 * after `startedAt`. Without such a copy, the upgrade has not begun to change the file. No process
 * may have the file open. Returns whether the file was restored.
 */
export function putBackDatabaseFile(
  file: string,
  backupDirectory: string,
  startedAt: number,
): boolean {
  const copy = listBackupFiles(backupDirectory).findLast(
    ({ kind, at }) => kind === "before-upgrade" && at >= startedAt,
  );
  if (copy === undefined) return false;
  const draft = `${file}.putting-back`;
  rmSync(draft, { force: true });
  copyFileSync(join(backupDirectory, copy.name), draft);
  chmodSync(draft, 0o600);
  syncToDisk(draft);
  // Removes the write-ahead log of the changed file, because SQLite would apply the log to the
  // copy.
  leaveWriteAheadLog(file);
  renameSync(draft, file);
  syncToDisk(dirname(file));
  return true;
}
