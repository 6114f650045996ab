import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { removeDatabaseFile } from "#platform/database/database-file.ts";
import { StartError } from "#platform/errors.ts";
import { makeWritable, syncToDisk } from "#platform/files/directories.ts";

/** Kind of a backup; the first part of its file name. */
export type BackupKind = "backup" | "manual" | "scheduled" | "before-upgrade";

export interface BackupFile {
  readonly name: string;
  readonly kind: BackupKind;
  /** Start of the backup in Unix milliseconds; the contents are at least as new. */
  readonly at: number;
  readonly bytes: number;
}

const partial = ".partial";
/** An unfinished file of this age belongs to a process that has died. */
const abandonedAfterMs = 6 * 60 * 60 * 1000;
const namePattern =
  /^(backup|manual|scheduled|before-upgrade)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.db$/;

interface NewBackup {
  readonly directory: string;
  readonly kind: BackupKind;
  readonly now: number;
  /** Number of backups of this kind to keep; undefined keeps all. */
  readonly keep?: number | undefined;
}

/**
 * Calls `write` with the name of an unfinished file, then syncs and renames the file and deletes
 * older backups. Returns the file and the names of deleted backups.
 */
export async function writeBackupFile<T extends object>(
  { directory, kind, now, keep }: NewBackup,
  write: (partialFile: string) => Promise<T>,
): Promise<T & { readonly file: string; readonly removed: readonly string[] }> {
  prepareBackupDirectory(directory);
  removeAbandonedBackups(directory, now);
  const partialFile = partialBackupFile(directory, kind, now);
  try {
    const written = await write(partialFile);
    const file = publishBackup(partialFile);
    return { ...written, file, removed: keep === undefined ? [] : pruneBackups(file, keep) };
  } finally {
    removeDatabaseFile(partialFile);
  }
}

/** Creates the directory if necessary. Throws a StartError when it is not writable. */
export function prepareBackupDirectory(directory: string): void {
  makeWritable(
    { directory, mode: 0o700 },
    (reason) =>
      `The directory for backups ${directory} cannot be made or written (${reason}). Set BACKUP_DIR to one that this user may write to.`,
  );
}

/** Name of an unfinished backup. `listBackupFiles` ignores files with such a name. */
export function partialBackupFile(directory: string, kind: BackupKind, at: number): string {
  const time = new Date(at).toISOString().replaceAll(/[:.]/g, "-");
  return join(directory, `${kind}-${time}.db${partial}`);
}

/** Syncs before the rename, so that a crash leaves no incomplete file with the name of a backup. */
function publishBackup(partialFile: string): string {
  const file = partialFile.slice(0, -partial.length);
  if (existsSync(file)) throw new StartError(`There is already a backup at ${file}. Try again.`);
  syncToDisk(partialFile);
  renameSync(partialFile, file);
  syncToDisk(dirname(file));
  return file;
}

/** Finished backups, oldest first; empty when the directory does not exist. */
export function listBackupFiles(directory: string): readonly BackupFile[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .flatMap((name) => {
      const [, kind, day, hours, minutes, seconds, ms] = namePattern.exec(name) ?? [];
      if (kind === undefined) return [];
      const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
      const stats = statSync(join(directory, name), { throwIfNoEntry: false });
      return stats === undefined ? [] : [{ name, kind: kind as BackupKind, at, bytes: stats.size }];
    })
    .sort((a, b) => a.at - b.at);
}

/**
 * Deletes the oldest backups of the same kind until `keep` are left, but never `made`, even after
 * the clock was set back. Returns the deleted names.
 */
export function pruneBackups(made: string, keep: number): readonly string[] {
  const [directory, name] = [dirname(made), basename(made)];
  const files = listBackupFiles(directory);
  const kind = files.find((file) => file.name === name)?.kind;
  const others = files.filter((file) => file.kind === kind && file.name !== name);
  const removed = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const file of removed) rmSync(join(directory, file.name));
  return removed.map((file) => file.name);
}

/**
 * Deletes unfinished backups of processes that died, with the log files that SQLite wrote beside
 * them.
 */
function removeAbandonedBackups(directory: string, now: number): void {
  for (const name of readdirSync(directory)) {
    const [finished = "", rest] = name.split(partial);
    if (rest === undefined || !namePattern.test(finished)) continue;
    const file = join(directory, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: now };
    if (mtimeMs < now - abandonedAfterMs) rmSync(file, { force: true });
  }
}
