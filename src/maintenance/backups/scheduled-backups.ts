import type { Selectable } from "kysely";
import { commandWords } from "#platform/command-words.ts";
import type { Queries } from "#platform/database/database.ts";
import { LeasedTable } from "#platform/leases.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import type { BackupPlan } from "#settings/stored-settings.server.ts";
import {
  type LeasedTaskColumns,
  type LeasedTaskDependencies,
  runLeasedTask,
  taskLeaseMs,
} from "../leased-task.ts";
import type { LedgerReport } from "../ledger-checks/check-ledger.ts";
import type { MadeBackup } from "./back-up.ts";

/**
 * Has one row: the lease of the next backup, and the results of the last good and the last failed
 * backup.
 */
interface BackupScheduleTable extends LeasedTaskColumns {
  /** Start of the last good backup. */
  good_at: number | null;
  file: string | null;
  bytes: number | null;
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

export interface ScheduleDependencies extends LeasedTaskDependencies {
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

const schedule = new LeasedTable("backup_schedule", { key: ["id"], leaseMs: taskLeaseMs });

/**
 * Starts a worker in this process. When a backup is due, or somebody has asked for one, only one of
 * all processes makes the backup.
 */
export function startScheduledBackups(dependencies: WorkerDependencies): Worker {
  return startWorker({
    name: "backups",
    intervalMs: restMs,
    log: dependencies.log,
    workOnce: async (stopping) => {
      await backUpWhenDue(dependencies, stopping);
      return dependencies.workOnTask(stopping);
    },
  });
}

/** Makes a due backup, and stores its result for `readBackups`. */
export async function backUpWhenDue(
  dependencies: ScheduleDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock, log, readPlan, makeBackup } = dependencies;
  const startedAt = clock();
  const { everyMs, keep } = await readPlan();
  if (everyMs === null) return;
  const claimed = await schedule.claim(database, startedAt, (due) =>
    due.where((where) =>
      where.or([where("good_at", "is", null), where("good_at", "<=", startedAt - everyMs)]),
    ),
  );
  if (claimed === undefined) return;
  await runLeasedTask(dependencies, {
    tasks: schedule,
    claimed,
    stopping,
    // Or after the interval of backups if that is shorter.
    pauseMs: Math.min(longestPauseMs, everyMs),
    failed: { log: "no backup could be made", email: "backupFailedOwner" },
    run: async () => {
      const { file, bytes, ledger } = await makeBackup(startedAt, keep, stopping);
      return {
        stored: { good_at: startedAt, file, bytes },
        onStored() {
          log.info({ file, bytes }, "a backup was made");
          const differences = ledger.differences.slice(0, loggedDifferences);
          if (differences.length === 0) return;
          log.error(
            { file, differences },
            `the money does not add up; ${commandWords("check-ledger")} says more`,
          );
        },
      };
    },
  });
}

const longestPauseMs = 60 * 60 * 1000;

export async function readSchedule(queries: Queries): Promise<Selectable<BackupScheduleTable>> {
  return queries.selectFrom("backup_schedule").selectAll().executeTakeFirstOrThrow();
}
