import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { openBucket } from "../files/bucket.ts";
import { copyToBucket } from "../maintenance/backup-copies/copies-in-bucket.ts";
import { type BackupOptions, backUp, type MadeBackup } from "../maintenance/backups/back-up.ts";
import { partialBackupFile } from "../maintenance/backups/backup-files.ts";
import type { RestoreTest } from "../maintenance/backups/backup-tasks.ts";
import { restore } from "../maintenance/backups/restore.ts";
import type { BackupCopies } from "../platform/configuration.ts";
import { DamagedFileError, removeDatabaseFile } from "../platform/database/database-file.ts";
import { reasonOf } from "../platform/errors.ts";
import type { BucketSettings } from "../platform/files/bucket-settings.ts";
import { threadResult } from "../platform/thread-result.ts";
import { prepareDatabase } from "./open-database.ts";

type ThreadOptions = Omit<BackupOptions, "prepare">;
type Outcome =
  | { readonly made: MadeBackup }
  | { readonly failure: string; readonly isSiteDamaged: boolean };

export class NoBackupError extends Error {
  readonly isSiteDamaged: boolean;

  constructor(message: string, isSiteDamaged: boolean) {
    super(message);
    this.isSiteDamaged = isSiteDamaged;
  }
}

/**
 * Makes a backup in a thread, because SQLite is synchronous and the check of a backup would block
 * requests. `program` is a file that imports this module, such as the built program.
 */
export async function backUpInThread(
  options: ThreadOptions,
  signal: AbortSignal,
  program = new URL(import.meta.url),
): Promise<MadeBackup> {
  try {
    const outcome = await threadResult<Outcome>(
      program,
      { backup: options },
      { signal, stopped: "The backup was interrupted." },
    );
    if ("failure" in outcome) throw new NoBackupError(outcome.failure, outcome.isSiteDamaged);
    return outcome.made;
  } finally {
    removeDatabaseFile(partialBackupFile(options.directory, options.kind, options.now));
  }
}

async function backUpHere(options: ThreadOptions): Promise<Outcome> {
  try {
    return { made: await backUp({ ...options, prepare: prepareDatabase }) };
  } catch (error) {
    return { failure: reasonOf(error), isSiteDamaged: error instanceof DamagedFileError };
  }
}

interface CopyOptions {
  readonly copies: BackupCopies;
  readonly file: string;
  readonly keep: number;
}

type CopyOutcome = { readonly bytes: number } | { readonly failure: string };

/** Encrypts and uploads a backup in a thread, because encryption would delay requests. */
export async function copyInThread(
  options: CopyOptions,
  signal: AbortSignal,
  program = new URL(import.meta.url),
): Promise<{ readonly bytes: number }> {
  const outcome = await threadResult<CopyOutcome>(
    program,
    { copy: options },
    { signal, stopped: "The copy was interrupted." },
  );
  if ("failure" in outcome) throw new Error(outcome.failure);
  return outcome;
}

async function copyHere({ copies, file, keep }: CopyOptions): Promise<CopyOutcome> {
  try {
    return await copyToBucket(copies, file, keep);
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

interface RestoreTestOptions {
  /** Path of the backup. */
  readonly file: string;
  /** The temporary folder is inside, because its disk has room for the site. */
  readonly dataDirectory: string;
  readonly secret: string;
  /** Bucket of FILES_URL, whose files are looked for. */
  readonly bucket: BucketSettings | undefined;
}

type RestoreTestOutcome = RestoreTest | { readonly failure: string };

/** Restores a backup into a temporary folder with all checks of a restore, and removes it. */
export async function testRestoreInThread(
  options: RestoreTestOptions,
  signal: AbortSignal,
  program = new URL(import.meta.url),
): Promise<RestoreTest> {
  // Made here, so that the folder is also removed when the thread is stopped.
  const temporary = mkdtempSync(join(options.dataDirectory, "restoring-"));
  try {
    const outcome = await threadResult<RestoreTestOutcome>(
      program,
      { restoreTest: { ...options, dataDirectory: temporary } },
      { signal, stopped: "The test was interrupted." },
    );
    if ("failure" in outcome) throw new Error(outcome.failure);
    return outcome;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function testRestoreHere(options: RestoreTestOptions): Promise<RestoreTestOutcome> {
  const { file, dataDirectory, secret, bucket } = options;
  const notes: string[] = [];
  try {
    const { rows, ledger } = await restore({
      file,
      dataDirectory,
      databaseUrl: undefined,
      bucket: bucket && openBucket(bucket),
      environmentSecret: secret,
      prepare: prepareDatabase,
      say: (sentence) => notes.push(sentence),
    });
    // The sentences that begin with a cross are warnings; the others say what was checked.
    const warnings = notes.flatMap((note) => (note.startsWith("✗ ") ? note.slice(2) : []));
    return { rows, notes: [...warnings, ...ledger.differences] };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

if (!isMainThread && workerData?.restoreTest !== undefined) {
  parentPort?.postMessage(await testRestoreHere(workerData.restoreTest));
}

if (!isMainThread && workerData?.copy !== undefined) {
  parentPort?.postMessage(await copyHere(workerData.copy));
}

if (!isMainThread && workerData?.backup !== undefined) {
  parentPort?.postMessage(await backUpHere(workerData.backup));
}
