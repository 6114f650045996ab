import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import type { BackupCopies } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { openCopy } from "../backup-copies/copies-in-bucket.ts";
import { listBackupFiles } from "./backup-files.ts";
import { noBackup } from "./backup-tasks.ts";

interface DownloadDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Folder of the backups of this process. */
  readonly directory: string;
  /** Bucket of encrypted copies; undefined without BACKUP_URL. */
  readonly backupCopies: BackupCopies | undefined;
}

interface BackupDownload {
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Opens a backup of the folder, or an encrypted copy in the bucket, whose name ends with ".age". The
 * audit log names who downloads it, because a backup has everything, also the secret of the site.
 * Throws "unauthenticated", "forbidden", "not-found" and `BucketError`.
 */
export async function downloadBackup(
  { database, clock, directory, backupCopies }: DownloadDependencies,
  actor: Actor,
  name: string,
): Promise<BackupDownload> {
  requireRight(actor, "download backups");
  const opened = await open(directory, backupCopies, name);
  if (opened === null) throw noBackup();
  const entry = { action: "Download backup", subject: "backup", subjectId: name, label: name };
  const at = clock();
  await database.write((tx) => audit(tx, actor, { ...entry, before: null, after: null, at }));
  return opened;
}

async function open(
  directory: string,
  copies: BackupCopies | undefined,
  name: string,
): Promise<BackupDownload | null> {
  if (name.endsWith(".age")) return copies === undefined ? null : openCopy(copies.bucket, name);
  // A name of the list is no path, so it cannot lead out of the folder.
  if (!listBackupFiles(directory).some((file) => file.name === name)) return null;
  const file = join(directory, name);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return { bytes: stats.size, content: bytesOf(file) };
}

/** Opens the file with the first read, so that a refused entry of the audit log leaves none open. */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file);
}
