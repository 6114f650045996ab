import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/metrics/log.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import type { BackupPlan } from "../../settings/stored-settings.server.ts";
import type { LedgerReport } from "../ledger-checks/check-ledger.ts";
import type { MadeBackup } from "./back-up.ts";
import {
  claimBackup,
  claimMs,
  isBackupDue,
  noteFailedBackup,
  noteGoodBackup,
  releaseClaim,
  renewClaim,
} from "./backup-schedule.server.ts";

export interface ScheduleDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** The present plan; it may be another one at each call. */
  readonly readPlan: () => Promise<BackupPlan>;
  /** Makes one, elsewhere than on the thread that answers visitors. Ends early when told to. */
  readonly makeBackup: (
    now: number,
    keep: number,
    signal: AbortSignal,
  ) => Promise<
    Pick<MadeBackup, "file" | "bytes"> & { readonly ledger: Pick<LedgerReport, "differences"> }
  >;
}

/** Also the time after which a changed plan is noticed. */
const restMs = 5_000;
const mostDifferencesTold = 10;

/** Makes a backup whenever one is due, in one of all processes. */
export function startScheduledBackups(dependencies: ScheduleDependencies): Worker {
  const stopping = new AbortController();
  const worker = startWorker({
    name: "backups",
    intervalMs: restMs,
    log: dependencies.log,
    workOnce: async () => {
      await backUpWhenDue(dependencies, stopping.signal);
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

/** What comes of it is kept, and read by `readBackups`. */
export async function backUpWhenDue(
  { database, clock, log, readPlan, makeBackup }: ScheduleDependencies,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = clock();
  const { everyMs, keep } = await readPlan();
  if (everyMs === null || !(await isBackupDue(database, startedAt, everyMs))) return;
  if (!(await claimBackup(database, startedAt, everyMs))) return;
  const renewing = setInterval(() => {
    renewClaim(database, clock()).catch((error) =>
      log.warn({ err: error }, "a claim was not renewed"),
    );
  }, claimMs / 5);
  try {
    const { file, bytes, ledger } = await makeBackup(startedAt, keep, signal);
    await noteGoodBackup(database, { startedAt, file, bytes });
    log.info({ file, bytes }, "a backup was made");
    const differences = ledger.differences.slice(0, mostDifferencesTold);
    if (differences.length > 0) {
      log.error({ file, differences }, "the money does not add up; npm run check-ledger says more");
    }
  } catch (error) {
    if (signal.aborted) return await releaseClaim(database);
    const failure = error instanceof Error ? error.message : String(error);
    await noteFailedBackup(database, { now: clock(), failure, everyMs });
    log.error({ err: error }, "no backup could be made");
  } finally {
    clearInterval(renewing);
  }
}
