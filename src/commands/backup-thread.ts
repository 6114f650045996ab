import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { type BackupOptions, backUp, type MadeBackup } from "../maintenance/backups/back-up.ts";
import { partialBackupFile } from "../maintenance/backups/backup-files.ts";
import { DamagedFileError, removeDatabaseFile } from "../platform/database/database-file.ts";
import { reasonOf } from "../platform/errors.ts";
import { threadResult } from "../platform/thread-result.ts";
import { prepareDatabase } from "../server/open-database.ts";

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
      { signal, stopped: "The backup was broken off." },
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

if (!isMainThread && workerData?.backup !== undefined) {
  parentPort?.postMessage(await backUpHere(workerData.backup));
}
