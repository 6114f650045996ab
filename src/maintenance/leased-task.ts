import type { Selectable, Updateable } from "kysely";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Database, Tables } from "#platform/database/database.ts";
import { reasonOf } from "#platform/errors.ts";
import type { LeaseColumns, LeasedRow, LeasedTable } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";

/** Columns of a table with one row: a task that all processes share, and its last results. */
export interface LeasedTaskColumns extends LeaseColumns {
  id: number;
  /** Time of the last failed attempt since the last good one; null for none. */
  failed_at: number | null;
  failure: string | null;
}

/** Lease in milliseconds; a living process renews the lease earlier. */
export const taskLeaseMs = 5 * 60 * 1000;

type TaskName = "backup_schedule" | "backup_copies";

export interface LeasedTaskDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly post: Post;
}

interface LeasedTask<Name extends TaskName> {
  readonly tasks: LeasedTable<Name>;
  readonly claimed: LeasedRow<Name>;
  /** Aborted when the process stops. The task then fails, and another process may claim it. */
  readonly stopping: AbortSignal;
  /** Time between a failure and the next attempt. */
  readonly pauseMs: number;
  /** The line of the log about a failure, and the email to the owner about the first failure. */
  readonly failed: {
    readonly log: string;
    readonly email: "backupFailedOwner" | "copyFailedOwner";
  };
  /** Returns the columns to store, and what to do when they are stored. */
  readonly run: () => Promise<{
    readonly stored: Updateable<Tables[Name]>;
    onStored(): void;
  }>;
}

/** Runs a claimed task while its lease is renewed, and stores its result or its failure. */
export async function runLeasedTask<Name extends TaskName>(
  dependencies: LeasedTaskDependencies,
  { tasks, claimed, stopping, pauseMs, failed, run }: LeasedTask<Name>,
): Promise<void> {
  const { database, clock, log, post } = dependencies;
  type Values = Updateable<Tables[Name]>;
  try {
    const { stored, onStored } = await tasks.renewing(dependencies, claimed, run);
    const good = { ...stored, failed_at: null, failure: null, due_at: 0 } as unknown as Values;
    await database.write((tx) => tasks.settle(tx, claimed, good));
    onStored();
  } catch (error) {
    if (stopping.aborted) {
      await database.write((tx) => tasks.settle(tx, claimed, {}));
      return;
    }
    log.error({ err: error }, failed.log);
    const now = clock();
    const failure = reasonOf(error);
    const hasFailed = (claimed as Selectable<LeasedTaskColumns>).failed_at !== null;
    const values = { due_at: now + pauseMs, failed_at: now, failure } as unknown as Values;
    await database.write(async (tx) => {
      if (!(await tasks.settle(tx, claimed, values)) || hasFailed) return;
      await queueEmail(tx, post, { name: failed.email, values: { failure }, path: "/status" });
    });
  }
}
