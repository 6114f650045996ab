import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Selectable } from "kysely";
import type { Database, Queries } from "#platform/database/database.ts";
import { LeasedTable } from "#platform/leases.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import type { BackupPlan } from "#settings/stored-settings.server.ts";
import { listBackupFiles } from "../backups/backup-files.ts";
import { readSchedule } from "../backups/scheduled-backups.ts";
import {
  type LeasedTaskColumns,
  type LeasedTaskDependencies,
  runLeasedTask,
  taskLeaseMs,
} from "../leased-task.ts";

/**
 * Has one row: the lease of the next copy, and the results of the last good copy, the last failed
 * copy and the last restore test.
 */
interface BackupCopyTable extends LeasedTaskColumns {
  /** Start of the backup that was copied last. */
  backup_at: number | null;
  arrived_at: number | null;
  file: string | null;
  bytes: number | null;
  tested_at: number | null;
  tested_file: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    backup_copies: BackupCopyTable;
  }
}

export interface CopyDependencies extends LeasedTaskDependencies {
  /** Folder of the backups of this process. */
  readonly directory: string;
  readonly readPlan: () => Promise<BackupPlan>;
  /** Runs outside the thread that answers requests. Ends early when `signal` is aborted. */
  readonly makeCopy: (
    file: string,
    keep: number,
    signal: AbortSignal,
  ) => Promise<{ readonly bytes: number }>;
}

const pauseMs = 10 * 60 * 1000;
const copies = new LeasedTable("backup_copies", { key: ["id"], leaseMs: taskLeaseMs });

/** Starts a worker that copies each new scheduled backup into the bucket. */
export function startBackupCopies(dependencies: CopyDependencies): Worker {
  return startWorker({
    name: "backup-copies",
    intervalMs: 5_000,
    log: dependencies.log,
    workOnce: async (stopping) => {
      await copyWhenDue(dependencies, stopping);
      return false;
    },
  });
}

/**
 * Copies the newest scheduled backup if it is on this machine and has no copy yet. A lease prevents
 * two processes from copying at the same time. If two processes copy all the same, the second
 * upload ends an unfinished first upload, or replaces its copy, because both copies have the same
 * name.
 */
export async function copyWhenDue(
  dependencies: CopyDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock, log, directory, readPlan, makeCopy } = dependencies;
  const backup = await uncopiedBackup(database.read, directory);
  if (backup === undefined) return;
  const claimed = await copies.claim(database, clock(), (due) =>
    due.where((where) =>
      where.or([where("backup_at", "is", null), where("backup_at", "<", backup.at)]),
    ),
  );
  if (claimed === undefined) return;
  await runLeasedTask(dependencies, {
    tasks: copies,
    claimed,
    stopping,
    pauseMs,
    failed: { log: "no backup could be copied to the bucket", email: "copyFailedOwner" },
    run: async () => {
      const { keep } = await readPlan();
      const { bytes } = await makeCopy(backup.file, keep, stopping);
      const { at: backup_at, name: file } = backup;
      return {
        stored: { backup_at, arrived_at: clock(), file, bytes },
        onStored: () => log.info({ file, bytes }, "a backup was copied to the bucket"),
      };
    },
  });
}

async function uncopiedBackup(queries: Queries, directory: string) {
  const { backup_at } = await readCopies(queries);
  const { good_at } = await readSchedule(queries);
  if (good_at === null || (backup_at ?? 0) >= good_at) return undefined;
  const newest = listBackupFiles(directory).findLast(({ kind }) => kind === "scheduled");
  if (newest === undefined || newest.at <= (backup_at ?? 0)) return undefined;
  const file = join(directory, newest.name);
  return existsSync(file) ? { ...newest, file } : undefined;
}

/** Stores that a copy was restored in a test. */
export async function noteRestoreTest(
  database: Database,
  { at, file }: { readonly at: number; readonly file: string },
): Promise<void> {
  await database.write((tx) =>
    tx.updateTable("backup_copies").set({ tested_at: at, tested_file: file }).execute(),
  );
}

export async function readCopies(queries: Queries): Promise<Selectable<BackupCopyTable>> {
  return queries.selectFrom("backup_copies").selectAll().executeTakeFirstOrThrow();
}
