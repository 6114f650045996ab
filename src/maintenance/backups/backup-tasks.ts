import type { Selectable, Updateable } from "kysely";
import type { Database } from "#platform/database/database.ts";
import { AppError, reasonOf } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { dueFrom, type LeaseColumns, LeasedTable } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import type { BackupPlan } from "#settings/stored-settings.server.ts";
import { taskLeaseMs } from "../leased-task.ts";
import type { MadeBackup } from "./back-up.ts";
import { listBackupFiles } from "./backup-files.ts";

/**
 * What a person has asked for in the panel: a backup now, or a test whether a backup can be
 * restored. A worker does it, because both take minutes on a large site.
 */
interface BackupTaskTable extends LeaseColumns {
  id: string;
  kind: "make" | "test";
  /** Name of the file; null until the backup is made. */
  file: string | null;
  asked_by: string;
  asked_at: number;
  /** Unique among the tasks that are not done, so that two people who ask at once ask for one. */
  open_key: string | null;
  done_at: number | null;
  /** Rows that a test has restored, or null for a backup and for a failure. */
  rows_restored: number | null;
  /** Sentences that a successful test has found besides, one a line. */
  notes: string | null;
  failure: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    backup_tasks: BackupTaskTable;
  }
}

interface AskDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Asks for a backup. While another person's backup waits or is being made, asks for nothing more.
 * Throws "unauthenticated" and "forbidden".
 */
export async function askForBackup({ database, clock }: AskDependencies, actor: Actor) {
  requireRight(actor, "make backups");
  await addTask(database, actor, { kind: "make", file: null, at: clock() });
}

/**
 * Asks for a test whether a backup can be restored. Throws "unauthenticated", "forbidden", and
 * "not-found" when the folder of this process does not have the file.
 */
export async function askForRestoreTest(
  { database, clock, directory }: AskDependencies & { readonly directory: string },
  actor: Actor,
  name: string,
): Promise<void> {
  requireRight(actor, "make backups");
  if (!listBackupFiles(directory).some((file) => file.name === name)) throw noBackup();
  await addTask(database, actor, { kind: "test", file: name, at: clock() });
}

export function noBackup(): AppError {
  return new AppError(
    "not-found",
    "This backup is no longer on the server. Reload the page to see the backups that are.",
  );
}

interface NewTask extends Pick<BackupTaskTable, "kind" | "file"> {
  readonly at: number;
}

async function addTask(database: Database, actor: Actor, { kind, file, at }: NewTask) {
  await database.write(async (tx) => {
    const gaveUp = {
      open_key: null,
      done_at: at,
      due_at: null,
      failure: "Nothing happened for a day.",
    };
    await tx
      .updateTable("backup_tasks")
      .set(gaveUp)
      .where("done_at", "is", null)
      .where("asked_at", "<=", at - longestWaitMs)
      .execute();
    const id = newId();
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("backup_tasks")
      .values({
        id,
        kind,
        file,
        asked_by: authorOf(actor),
        asked_at: at,
        open_key: `${kind} ${file ?? ""}`,
        ...dueFrom(at),
      })
      .onConflict((conflict) => conflict.column("open_key").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return;
    const action = kind === "make" ? "Make backup" : "Test backup";
    const label = file ?? "Backup by hand";
    await audit(tx, actor, {
      action,
      subject: "backup",
      subjectId: id,
      label,
      before: null,
      after: null,
      at,
    });
  });
}

/** A task that no process has finished for this long is given up. */
const longestWaitMs = 24 * 60 * 60 * 1000;

const tasks = new LeasedTable("backup_tasks", {
  key: ["id"],
  leaseMs: taskLeaseMs,
  order: (due) => due.orderBy("asked_at").orderBy("id"),
});

export interface RestoreTest {
  readonly rows: number;
  /** Such as files of orders that the bucket lacks. */
  readonly notes: readonly string[];
}

export interface TaskDependencies extends AskDependencies {
  readonly log: Log;
  /** Folder of the backups of this process. */
  readonly directory: string;
  readonly readPlan: () => Promise<BackupPlan>;
  /** Makes a backup of the kind "manual" and keeps `keep` of them. */
  readonly makeManualBackup: (
    now: number,
    keep: number,
    signal: AbortSignal,
  ) => Promise<Pick<MadeBackup, "file">>;
  /** Restores the backup of this name into a temporary folder, which it removes. */
  readonly testRestore: (name: string, signal: AbortSignal) => Promise<RestoreTest>;
}

/**
 * Does the oldest task that this process can do; a test needs the file. Only one of all processes
 * does a task. Resolves to true after a task, because another may be waiting.
 */
export async function workOnBackupTask(
  dependencies: TaskDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock, log } = dependencies;
  const task = await claimTask(dependencies);
  if (task === undefined) return false;
  const settle = (values: Updateable<BackupTaskTable>) =>
    database.write((tx) => tasks.settle(tx, task, values));
  const done = () => ({ open_key: null, due_at: null, done_at: clock() });
  try {
    const result = await tasks.renewing(dependencies, task, () =>
      resultOf(dependencies, task, signal),
    );
    await settle({ ...done(), ...result });
    log.info({ kind: task.kind, ...result }, "a task about backups was done");
  } catch (error) {
    // Ends the lease, so that another process may do the task.
    if (signal.aborted) await settle({});
    else {
      log.error({ err: error, kind: task.kind }, "a task about backups failed");
      await settle({ ...done(), failure: reasonOf(error) });
    }
  }
  return !signal.aborted;
}

async function resultOf(
  { clock, readPlan, makeManualBackup, testRestore }: TaskDependencies,
  { kind, file }: Selectable<BackupTaskTable>,
  signal: AbortSignal,
): Promise<Updateable<BackupTaskTable>> {
  if (kind === "make") {
    const { keep } = await readPlan();
    const made = await makeManualBackup(clock(), keep, signal);
    return { file: nameIn(made.file) };
  }
  const { rows, notes } = await testRestore(file ?? "", signal);
  return { rows_restored: rows, notes: notes.length === 0 ? null : notes.join("\n") };
}

/** The last part of a path on any system. */
const nameIn = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

async function claimTask({ database, clock, directory }: TaskDependencies) {
  const now = clock();
  const files = listBackupFiles(directory).map(({ name }) => name);
  return tasks.claim(database, now, (due) =>
    due
      .where("asked_at", ">", now - longestWaitMs)
      .$if(files.length === 0, (query) => query.where("kind", "=", "make"))
      .$if(files.length > 0, (query) =>
        query.where((where) => where.or([where("kind", "=", "make"), where("file", "in", files)])),
      ),
  );
}

export interface BackupTask {
  readonly kind: "make" | "test";
  readonly file: string | null;
  readonly askedBy: string;
  /** Null while the task waits or runs. */
  readonly doneAt: number | null;
  readonly rowsRestored: number | null;
  readonly notes: readonly string[];
  readonly failure: string | null;
}

const mostRead = 200;

/** The newest tasks first. Throws "unauthenticated" and "forbidden". */
export async function listBackupTasks(
  { database, clock }: AskDependencies,
  actor: Actor,
): Promise<readonly BackupTask[]> {
  requireRight(actor, "see backups");
  const givenUpBefore = clock() - longestWaitMs;
  const rows = await database.read
    .selectFrom("backup_tasks")
    .selectAll()
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(mostRead)
    .execute();
  return rows.flatMap((row) => {
    if (row.done_at === null && row.asked_at <= givenUpBefore) return [];
    return {
      kind: row.kind,
      file: row.file,
      askedBy: row.asked_by,
      doneAt: row.done_at,
      rowsRestored: row.rows_restored,
      notes: row.notes === null ? [] : row.notes.split("\n"),
      failure: row.failure,
    };
  });
}
