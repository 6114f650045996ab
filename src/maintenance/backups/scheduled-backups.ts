import type { Updateable } from "kysely";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import { commandWords } from "#platform/command-words.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { reasonOf } from "#platform/errors.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import type { BackupPlan } from "#settings/stored-settings.server.ts";
import type { LedgerReport } from "../ledger-checks/check-ledger.ts";
import type { MadeBackup } from "./back-up.ts";

/**
 * Has one row: the lease of the next backup, and the results of the last good and the last failed
 * backup.
 */
interface BackupScheduleTable {
  id: number;
  /** End of the lease of one process, or of the pause after a failure. */
  claimed_until: number;
  /** Start of the last good backup. */
  good_at: number | null;
  file: string | null;
  bytes: number | null;
  /** Time of the last failed attempt since the last good backup; null for none. */
  failed_at: number | null;
  failure: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    backup_schedule: BackupScheduleTable;
  }
}

interface WorkerDependencies extends ScheduleDependencies {
  /** Does a task that a person has asked for; resolves to true when another may be waiting. */
  readonly workOnTask: (signal: AbortSignal) => Promise<boolean>;
}

export interface ScheduleDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly post: Post;
  /** Reads the current plan; each call may return another plan. */
  readonly readPlan: () => Promise<BackupPlan>;
  /** Runs outside the thread that answers requests. Ends early when `signal` is aborted. */
  readonly makeBackup: (
    now: number,
    keep: number,
    signal: AbortSignal,
  ) => Promise<
    Pick<MadeBackup, "file" | "bytes"> & { readonly ledger: Pick<LedgerReport, "differences"> }
  >;
}

/** Time between two checks, and the longest delay before a changed plan has an effect. */
const restMs = 5_000;
const loggedDifferences = 10;

/**
 * Starts a worker in this process. When a backup is due, or somebody has asked for one, only one of
 * all processes makes the backup.
 */
export function startScheduledBackups(dependencies: WorkerDependencies): Worker {
  const stopping = new AbortController();
  const worker = startWorker({
    name: "backups",
    intervalMs: restMs,
    log: dependencies.log,
    workOnce: async () => {
      await backUpWhenDue(dependencies, stopping.signal);
      return dependencies.workOnTask(stopping.signal);
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

/** Makes a due backup, and stores its result for `readBackups`. */
export async function backUpWhenDue(
  { database, clock, log, post, readPlan, makeBackup }: ScheduleDependencies,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = clock();
  const { everyMs, keep } = await readPlan();
  if (everyMs === null || !(await isBackupDue(database, startedAt, everyMs))) return;
  if (!(await claimBackup(database, startedAt, everyMs))) return;
  const renewing = setInterval(() => {
    update(database, { claimed_until: clock() + claimMs }).catch((error) =>
      log.warn({ err: error }, "a claim was not renewed"),
    );
  }, claimMs / 5);
  try {
    const { file, bytes, ledger } = await makeBackup(startedAt, keep, signal);
    await noteGoodBackup(database, { startedAt, file, bytes });
    log.info({ file, bytes }, "a backup was made");
    const differences = ledger.differences.slice(0, loggedDifferences);
    if (differences.length > 0) {
      log.error(
        { file, differences },
        `the money does not add up; ${commandWords("check-ledger")} says more`,
      );
    }
  } catch (error) {
    // Ends the lease, so that another process may make the backup.
    if (signal.aborted) return await update(database, { claimed_until: 0 });
    const now = clock();
    // The next attempt comes after an hour, or after the interval of backups if that is shorter.
    const claimed_until = now + Math.min(longestPauseMs, everyMs);
    log.error({ err: error }, "no backup could be made");
    const failed = { claimed_until, failed_at: now, failure: reasonOf(error) };
    await noteFailure(database, post, failed);
  } finally {
    clearInterval(renewing);
  }
}

/** Lease in milliseconds; a living process renews the lease earlier. */
const claimMs = 5 * 60 * 1000;
const longestPauseMs = 60 * 60 * 1000;

/** Reads before a claim, because a claim is a write and the worker checks every few seconds. */
async function isBackupDue({ read }: Database, now: number, everyMs: number): Promise<boolean> {
  const { claimed_until, good_at } = await readSchedule(read);
  return claimed_until <= now && (good_at === null || good_at <= now - everyMs);
}

/** Returns true in only one of all processes. */
async function claimBackup(database: Database, now: number, everyMs: number): Promise<boolean> {
  return database.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("backup_schedule")
      .set({ claimed_until: now + claimMs })
      .where("claimed_until", "<=", now)
      .where((where) =>
        where.or([where("good_at", "is", null), where("good_at", "<=", now - everyMs)]),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

export async function noteGoodBackup(
  database: Database,
  good: { readonly startedAt: number; readonly file: string; readonly bytes: number },
): Promise<void> {
  const { startedAt: good_at, file, bytes } = good;
  const noFailure = { failed_at: null, failure: null };
  await update(database, { claimed_until: 0, good_at, file, bytes, ...noFailure });
}

/** Stores a failure, and tells the owner of the first failure since the last good backup. */
async function noteFailure(
  database: Database,
  post: Post,
  failed: Updateable<BackupScheduleTable> & { readonly failure: string },
): Promise<void> {
  const { failure } = failed;
  await database.write(async (tx) => {
    const former = await readSchedule(tx);
    await tx.updateTable("backup_schedule").set(failed).execute();
    if (former.failed_at !== null) return;
    await queueEmail(tx, post, { name: "backupFailedOwner", values: { failure }, path: "/status" });
  });
}

async function update(database: Database, row: Updateable<BackupScheduleTable>): Promise<void> {
  await database.write((tx) => tx.updateTable("backup_schedule").set(row).execute());
}

export async function readSchedule(queries: Queries): Promise<BackupScheduleTable> {
  return queries.selectFrom("backup_schedule").selectAll().executeTakeFirstOrThrow();
}
