import { setTimeout as sleep } from "node:timers/promises";
import type { Database, WriteTransaction } from "../database/database.ts";
import {
  doubling,
  dueFrom,
  type LeaseColumns,
  LeasedTable,
  pauseMs,
  type RetryPolicy,
} from "../leases.ts";
import type { Log } from "../metrics/log.ts";
import type { Clock } from "../time/clock.ts";
import { startWorker, type Worker } from "../worker.ts";

interface ScheduledJobsTable extends LeaseColumns {
  kind: string;
  /** What the job is about, such as the id of an order. */
  subject: string;
  scheduled_for: number;
}

declare module "../database/tables.ts" {
  interface Tables {
    scheduled_jobs: ScheduledJobsTable;
  }
}

interface JobName {
  /** Key of the job's handler. */
  readonly kind: string;
  readonly subject: string;
}

/**
 * Schedules a job in the caller's transaction. A kind and subject have at most one job: a job that
 * is scheduled already keeps its time.
 */
export async function scheduleJob(
  tx: WriteTransaction,
  { kind, subject, dueAt }: JobName & { readonly dueAt: number },
): Promise<void> {
  await tx
    .insertInto("scheduled_jobs")
    .values({ kind, subject, scheduled_for: dueAt, ...dueFrom(dueAt) })
    .onConflict((conflict) => conflict.columns(["kind", "subject"]).doNothing())
    .execute();
}

/**
 * Schedules a job, or gives a scheduled job the earlier of both times. Locks the job until the end
 * of the transaction, so that a worker that runs the job meanwhile waits and then sees the caller's
 * writes. Use this if the caller and the job have no other lock in common.
 */
export async function scheduleLockedJob(
  tx: WriteTransaction,
  { kind, subject, dueAt }: JobName & { readonly dueAt: number },
): Promise<void> {
  await tx
    .insertInto("scheduled_jobs")
    .values({ kind, subject, scheduled_for: dueAt, ...dueFrom(dueAt) })
    .onConflict((conflict) =>
      conflict.columns(["kind", "subject"]).doUpdateSet((set) => ({
        due_at: set
          .case()
          .when("scheduled_jobs.due_at", "<", set.ref("excluded.due_at"))
          .then(set.ref("scheduled_jobs.due_at"))
          .else(set.ref("excluded.due_at"))
          .end(),
      })),
    )
    .execute();
}

/** Makes a scheduled job due earlier. Does nothing if there is no such job. */
export async function bringJobForward(
  tx: WriteTransaction,
  { kind, subject, dueAt }: JobName & { readonly dueAt: number },
): Promise<void> {
  await tx
    .updateTable("scheduled_jobs")
    .set({ due_at: dueAt })
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("due_at", ">", dueAt)
    .execute();
}

/** Does nothing if there is no such job. */
export async function cancelJob(tx: WriteTransaction, { kind, subject }: JobName): Promise<void> {
  await tx
    .deleteFrom("scheduled_jobs")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .execute();
}

interface DueJob {
  readonly subject: string;
  /** Time for which the job was scheduled, in Unix milliseconds. Can be long ago. */
  readonly scheduledFor: number;
}

/**
 * Does a job in the transaction that deletes the job, so that its effects are committed exactly
 * once. Awaits nothing but the transaction. May schedule the same job again.
 */
export type JobHandler = (tx: WriteTransaction, job: DueJob, now: number) => Promise<void>;

/** Handlers by the kind of job. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export interface ScheduleDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly handlers: JobHandlers;
}

/** The writes run in the background, because thousands of jobs can be due at once. */
const inBackground = true;
const jobs = new LeasedTable("scheduled_jobs", {
  key: ["kind", "subject"],
  leaseMs: 30_000,
  inBackground,
});
const retries: RetryPolicy = { pausesMs: doubling(1000, 10 * 60_000) };

/**
 * Rest after a job, as a multiple of the time that the job took. The rest leaves most of the
 * processor to visitors while thousands of jobs are due.
 */
const restPerWork = 4;
const longestRestMs = 200;

export function startSchedule(dependencies: ScheduleDependencies): Worker {
  return startWorker({
    name: "schedule",
    intervalMs: 5_000,
    async workOnce() {
      const beganAt = performance.now();
      if (!(await runDueJob(dependencies))) return false;
      await sleep(Math.min((performance.now() - beganAt) * restPerWork, longestRestMs));
      return true;
    },
    log: dependencies.log,
  });
}

/**
 * Runs the job that has been due for longest. Resolves to false when no job is due. When a handler
 * throws, logs the error and retries the job after a pause, so that other jobs do not wait.
 *
 * A power loss that undoes the effect of a job also undoes the deletion of the job, so the job runs
 * again.
 */
export async function runDueJob(dependencies: ScheduleDependencies): Promise<boolean> {
  const { database, clock, log, handlers } = dependencies;
  // Jobs of other kinds are left to the newer version of Furrow that has scheduled them.
  const kinds = Object.keys(handlers);
  if (kinds.length === 0) return false;
  const job = await jobs.claim(database, clock(), (due) => due.where("kind", "in", kinds));
  if (job === undefined) return false;
  const { kind, subject, attempts, scheduled_for: scheduledFor } = job;
  try {
    await database.write(
      async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom("scheduled_jobs")
          .where("kind", "=", kind)
          .where("subject", "=", subject)
          .where("attempts", "=", attempts)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return;
        await handlers[kind]?.(tx, { subject, scheduledFor }, clock());
      },
      { inBackground },
    );
  } catch (error) {
    log.error({ job: kind, subject, attempt: attempts, err: error }, "a scheduled job failed");
    const due_at = clock() + pauseMs(retries, attempts);
    await database.write((tx) => jobs.settle(tx, job, { due_at }), { inBackground });
  }
  return true;
}
