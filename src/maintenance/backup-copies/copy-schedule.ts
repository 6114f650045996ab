import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Updateable } from "kysely";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { reasonOf } from "#platform/errors.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import type { BackupPlan } from "#settings/stored-settings.server.ts";
import { listBackupFiles } from "../backups/backup-files.ts";
import { readSchedule } from "../backups/scheduled-backups.ts";

/**
 * Has one row: the lease of the next copy, and the results of the last good copy, the last failed
 * copy and the last restore test.
 */
interface BackupCopyTable {
  id: number;
  /** End of the lease of one process, or of the pause after a failure. */
  claimed_until: number;
  /** Start of the backup that was copied last. */
  backup_at: number | null;
  arrived_at: number | null;
  file: string | null;
  bytes: number | null;
  /** Time of the last failed attempt since the last good copy; null for none. */
  failed_at: number | null;
  failure: string | null;
  tested_at: number | null;
  tested_file: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    backup_copies: BackupCopyTable;
  }
}

export interface CopyDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly post: Post;
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

const restMs = 5_000;
/** Lease in milliseconds; a living process renews the lease earlier. */
const claimMs = 5 * 60 * 1000;
const pauseMs = 10 * 60 * 1000;

/** Starts a worker that copies each new scheduled backup into the bucket. */
export function startBackupCopies(dependencies: CopyDependencies): Worker {
  const stopping = new AbortController();
  const worker = startWorker({
    name: "backup-copies",
    intervalMs: restMs,
    log: dependencies.log,
    workOnce: async () => {
      await copyWhenDue(dependencies, stopping.signal);
      return false;
    },
  });
  return {
    wake: worker.wake,
    stop() {
      stopping.abort();
      return worker.stop();
    },
  };
}

/**
 * Copies the newest scheduled backup if it is on this machine and has no copy yet. A lease prevents
 * two processes from copying at the same time. If two processes copy all the same, the second
 * upload ends an unfinished first upload, or replaces its copy, because both copies have the same
 * name.
 */
export async function copyWhenDue(
  { database, clock, log, post, directory, readPlan, makeCopy }: CopyDependencies,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = clock();
  const due = await dueBackup(database.read, directory, startedAt);
  if (due === undefined || !(await claimCopy(database, startedAt, due.at))) return;
  const renewing = setInterval(() => {
    update(database, { claimed_until: clock() + claimMs }).catch((error) =>
      log.warn({ err: error }, "a claim was not renewed"),
    );
  }, claimMs / 5);
  try {
    const { keep } = await readPlan();
    const { bytes } = await makeCopy(due.file, keep, signal);
    const noFailure = { failed_at: null, failure: null };
    await update(database, {
      claimed_until: 0,
      backup_at: due.at,
      arrived_at: clock(),
      file: due.name,
      bytes,
      ...noFailure,
    });
    log.info({ file: due.name, bytes }, "a backup was copied to the bucket");
  } catch (error) {
    // Ends the lease, so that another process may make the copy.
    if (signal.aborted) return await update(database, { claimed_until: 0 });
    log.error({ err: error }, "no backup could be copied to the bucket");
    await noteFailure(database, post, { now: clock(), failure: reasonOf(error) });
  } finally {
    clearInterval(renewing);
  }
}

/** Reads before a claim, because a claim is a write and the worker checks every few seconds. */
async function dueBackup(queries: Queries, directory: string, now: number) {
  const { claimed_until, backup_at } = await readCopies(queries);
  const { good_at } = await readSchedule(queries);
  if (claimed_until > now || good_at === null || (backup_at ?? 0) >= good_at) return undefined;
  const newest = listBackupFiles(directory).findLast(({ kind }) => kind === "scheduled");
  if (newest === undefined || newest.at <= (backup_at ?? 0)) return undefined;
  const file = join(directory, newest.name);
  return existsSync(file) ? { ...newest, file } : undefined;
}

/** Returns true in only one of all processes. */
async function claimCopy(database: Database, now: number, backupAt: number): Promise<boolean> {
  return database.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("backup_copies")
      .set({ claimed_until: now + claimMs })
      .where("claimed_until", "<=", now)
      .where((where) =>
        where.or([where("backup_at", "is", null), where("backup_at", "<", backupAt)]),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

/** Stores a failure, and tells the owner of the first failure since the last good copy. */
async function noteFailure(
  database: Database,
  post: Post,
  { now, failure }: { readonly now: number; readonly failure: string },
): Promise<void> {
  await database.write(async (tx) => {
    const { failed_at } = await readCopies(tx);
    const row = { claimed_until: now + pauseMs, failed_at: now, failure };
    await tx.updateTable("backup_copies").set(row).execute();
    if (failed_at !== null) return;
    await queueEmail(tx, post, { name: "copyFailedOwner", values: { failure }, path: "/status" });
  });
}

/** Stores that a copy was restored in a test. */
export async function noteRestoreTest(
  database: Database,
  { at, file }: { readonly at: number; readonly file: string },
): Promise<void> {
  await update(database, { tested_at: at, tested_file: file });
}

async function update(database: Database, row: Updateable<BackupCopyTable>): Promise<void> {
  await database.write((tx) => tx.updateTable("backup_copies").set(row).execute());
}

export async function readCopies(queries: Queries): Promise<BackupCopyTable> {
  return queries.selectFrom("backup_copies").selectAll().executeTakeFirstOrThrow();
}
