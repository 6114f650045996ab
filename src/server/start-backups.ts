import { join, resolve } from "node:path";
import type { Services } from "../compose.ts";
import { startBackupCopies } from "../maintenance/backup-copies/copy-schedule.ts";
import { type BackupKind, prepareBackupDirectory } from "../maintenance/backups/backup-files.ts";
import { type TaskDependencies, workOnBackupTask } from "../maintenance/backups/backup-tasks.ts";
import { startScheduledBackups } from "../maintenance/backups/scheduled-backups.ts";
import type { Configuration } from "../platform/configuration.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import type { Worker } from "../platform/worker.ts";
import { readBackupPlan } from "../settings/stored-settings.server.ts";

/**
 * Checks before the first request that backups can be written. Otherwise throws a StartError,
 * because nobody reads a line in the log before the day on which a backup is needed.
 */
export function prepareForBackups({ backupEvery, backupDirectory }: Configuration): void {
  if (backupEvery !== undefined) prepareBackupDirectory(resolve(backupDirectory));
}

/**
 * Starts scheduled backups. A changed interval takes effect without a restart. `program` is the URL
 * of the built program.
 */
export function startBackups(services: Services, program: URL | undefined): Worker {
  const { configuration, database, clock, log, post, secret } = services;
  const address = databaseAddress(configuration);
  const directory = resolve(configuration.backupDirectory);
  const make = async (kind: BackupKind, now: number, keep: number, signal: AbortSignal) => {
    const options = { address, secret, directory, kind, keep, now } as const;
    const { backUpInThread, NoBackupError } = await import("./backup-thread.ts");
    try {
      return await backUpInThread(options, signal, program);
    } catch (error) {
      if (error instanceof NoBackupError && error.isSiteDamaged) database.markDamaged();
      throw error;
    }
  };
  const readPlan = () => readBackupPlan(configuration, database.read);
  const tasks: TaskDependencies = {
    database,
    clock,
    log,
    directory,
    readPlan,
    makeManualBackup: (now, keep, signal) => make("manual", now, keep, signal),
    testRestore: async (name, signal) => {
      const { testRestoreInThread } = await import("./backup-thread.ts");
      const { dataDirectory, bucket } = configuration;
      const options = { file: join(directory, name), dataDirectory, secret, bucket };
      return testRestoreInThread(options, signal, program);
    },
  };
  return startScheduledBackups({
    database,
    clock,
    log,
    post,
    readPlan,
    makeBackup: (now, keep, signal) => make("scheduled", now, keep, signal),
    workOnTask: (signal) => workOnBackupTask(tasks, signal),
  });
}

/**
 * Starts copying scheduled backups into the bucket of BACKUP_URL; starts no worker without this
 * setting.
 */
export function startCopies(services: Services, program: URL | undefined): Worker[] {
  const { configuration, database, clock, log, post } = services;
  const { backupCopies: copies } = configuration;
  if (copies === undefined) return [];
  const directory = resolve(configuration.backupDirectory);
  const makeCopy = async (file: string, keep: number, signal: AbortSignal) => {
    const { copyInThread } = await import("./backup-thread.ts");
    return copyInThread({ copies, file, keep }, signal, program);
  };
  const readPlan = () => readBackupPlan(configuration, database.read);
  return [startBackupCopies({ database, clock, log, post, directory, readPlan, makeCopy })];
}
