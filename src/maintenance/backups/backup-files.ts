import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { StartError } from "../../platform/errors.ts";
import { syncToDisk } from "../../platform/files/sync-to-disk.ts";

/** Why it was made; its file's name begins with it. */
export type BackupKind = "backup" | "scheduled" | "before-upgrade";

export interface BackupFile {
  readonly name: string;
  readonly kind: BackupKind;
  /** When it was begun: what it holds is at least as new. */
  readonly at: number;
  readonly bytes: number;
}

const partial = ".partial";
/** Nothing writes into it any more: its process has died. */
const abandonedAfterMs = 6 * 60 * 60 * 1000;
const namePattern =
  /^(backup|scheduled|before-upgrade)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.db$/;

/** Makes the directory if it is not there. Throws a StartError when it cannot be written. */
export function prepareBackupDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The directory for backups ${directory} cannot be made or written (${reason}). Set BACKUP_DIR to one that this user may write to.`,
      { cause },
    );
  }
}

/** What to call a backup while it is made: nobody takes it for one under this name. */
export function partialBackupFile(directory: string, kind: BackupKind, at: number): string {
  const time = new Date(at).toISOString().replaceAll(/[:.]/g, "-");
  return join(directory, `${kind}-${time}.db${partial}`);
}

/** Gives a finished one its name, once all of it is on disk. Returns the file. */
export function publishBackup(partialFile: string): string {
  const file = partialFile.slice(0, -partial.length);
  if (existsSync(file)) throw new StartError(`There is a backup at ${file} already. Try again.`);
  syncToDisk(partialFile);
  renameSync(partialFile, file);
  syncToDisk(dirname(file));
  return file;
}

/** The finished backups in a directory, oldest first; none when it is not there. */
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
 * Makes room for a backup that was just made: of its kind so many stay, and it is one of them,
 * whatever the clock said. Nothing of another kind is touched. Returns the names of those that went.
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

/** Removes what a process that died has left half-way, with SQLite's own files beside it. */
export function removeAbandonedBackups(directory: string, now: number): void {
  for (const name of readdirSync(directory)) {
    const [finished = "", rest] = name.split(partial);
    if (rest === undefined || !namePattern.test(finished)) continue;
    const file = join(directory, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: now };
    if (mtimeMs < now - abandonedAfterMs) rmSync(file, { force: true });
  }
}

/** Removes one that is not to be finished. */
export function removePartialBackup(partialFile: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) {
    rmSync(`${partialFile}${suffix}`, { force: true });
  }
}
