import { setTimeout as sleep } from "node:timers/promises";
import type { Database, WriteTransaction } from "../database/database.ts";
import type { Log } from "../metrics/log.ts";
import type { Clock } from "../time/clock.ts";
import { backOffMs, startWorker, type Worker } from "../worker.ts";

interface ScheduledJobsTable {
  kind: string;
  /** What the job is about, such as the id of an order. */
  subject: string;
  scheduled_for: number;
  /** Time of the next attempt: at first the scheduled time; each attempt sets a later time. */
  next_attempt_at: number;
  attempts: number;
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
    .values({ kind, subject, scheduled_for: dueAt, next_attempt_at: dueAt, attempts: 0 })
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
    .values({ kind, subject, scheduled_for: dueAt, next_attempt_at: dueAt, attempts: 0 })
    .onConflict((conflict) =>
      conflict.columns(["kind", "subject"]).doUpdateSet((set) => ({
        next_attempt_at: set
          .case()
          .when("scheduled_jobs.next_attempt_at", "<", set.ref("excluded.next_attempt_at"))
          .then(set.ref("scheduled_jobs.next_attempt_at"))
          .else(set.ref("excluded.next_attempt_at"))
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
    .set({ next_attempt_at: dueAt })
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("next_attempt_at", ">", dueAt)
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

const intervalMs = 5_000;
/**
 * Rest after a job, as a multiple of the time that the job took. The rest leaves most of the
 * processor to visitors while thousands of jobs are due.
 */
const restPerWork = 4;
const longestRestMs = 200;

export function startSchedule(dependencies: ScheduleDependencies): Worker {
  return startWorker({
    name: "schedule",
    intervalMs,
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
 * throws, logs the error and retries the job after a back-off, so that other jobs do not wait.
 *
 * The writes run in the background, because thousands of jobs can be due at once. A power loss that
 * undoes the effect of a job also undoes the deletion of the job, so the job runs again.
 */
export async function runDueJob(dependencies: ScheduleDependencies): Promise<boolean> {
  const { database, clock, log, handlers } = dependencies;
  // Jobs of other kinds are left to the newer version of Furrow that has scheduled them.
  const kinds = Object.keys(handlers);
  if (kinds.length === 0) return false;
  const due = await database.read
    .selectFrom("scheduled_jobs")
    .select(["kind", "subject", "attempts"])
    .where("next_attempt_at", "<=", clock())
    .where("kind", "in", kinds)
    .orderBy("next_attempt_at")
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return false;
  const { kind, subject } = due;
  const attempt = due.attempts + 1;
  // The attempt is counted before it begins, so that a job that kills its process is also
  // postponed.
  const { numUpdatedRows } = await database.write(
    (tx) =>
      tx
        .updateTable("scheduled_jobs")
        .set({ attempts: attempt, next_attempt_at: clock() + backOffMs(attempt) })
        .where("kind", "=", kind)
        .where("subject", "=", subject)
        .where("attempts", "=", due.attempts)
        .where("next_attempt_at", "<=", clock())
        .executeTakeFirst(),
    { inBackground: true },
  );
  if (numUpdatedRows === 0n) return true;
  try {
    await database.write(
      async (tx) => {
        const job = await tx
          .deleteFrom("scheduled_jobs")
          .where("kind", "=", kind)
          .where("subject", "=", subject)
          .where("attempts", "=", attempt)
          .returning("scheduled_for")
          .executeTakeFirst();
        if (job === undefined) return;
        await handlers[kind]?.(tx, { subject, scheduledFor: job.scheduled_for }, clock());
      },
      { inBackground: true },
    );
  } catch (error) {
    log.error({ job: kind, subject, attempt, err: error }, "a scheduled job failed");
  }
  return true;
}
