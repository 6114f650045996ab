import { StartError } from "../../platform/errors.ts";
import {
  partialBackupFile,
  prepareBackupDirectory,
  pruneBackups,
  publishBackup,
  removeAbandonedBackups,
  removePartialBackup,
} from "./backup-files.ts";
import { copyDatabaseFile } from "./copy-database-file.ts";

const kept = 3;

/**
 * Copies an SQLite database before an upgrade changes it, so that the older version can be
 * restored. Returns the file. Throws a StartError when the copy fails.
 */
export async function backUpBeforeUpgrade(
  databaseFile: string,
  directory: string,
  now: number,
): Promise<string> {
  prepareBackupDirectory(directory);
  removeAbandonedBackups(directory, now);
  const partialFile = partialBackupFile(directory, "before-upgrade", now);
  try {
    await copyDatabaseFile(databaseFile, partialFile);
    const file = publishBackup(partialFile);
    pruneBackups(file, kept);
    return file;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The database could not be copied to ${directory} before the upgrade: ${reason}. Free some space there, or set BACKUP_DIR to another directory.`,
      { cause },
    );
  } finally {
    removePartialBackup(partialFile);
  }
}
