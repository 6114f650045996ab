import type { Selectable, Updateable } from "kysely";
import type { Database, Queries } from "#platform/database/database.ts";
import { AppError, reasonOf } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import type { BackupPlan } from "#settings/stored-settings.server.ts";
import type { MadeBackup } from "./back-up.ts";
import { listBackupFiles } from "./backup-files.ts";

/**
 * What a person has asked for in the panel: a backup now, or a test whether a backup can be
 * restored. A worker does it, because both take minutes on a large site.
 */
interface BackupTaskTable {
  id: string;
  kind: "make" | "test";
  /** Name of the file; null until the backup is made. */
  file: string | null;
  asked_by: string;
  asked_at: number;
  /** Unique among the tasks that are not done, so that two people who ask at once ask for one. */
  open_key: string | null;
  /** End of the lease of one process. */
  claimed_until: number;
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
    const gaveUp = { open_key: null, done_at: at, failure: "Nothing happened for a day." };
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
        claimed_until: 0,
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
/** Lease in milliseconds; a living process renews the lease earlier. */
const claimMs = 5 * 60 * 1000;

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
  const renewing = setInterval(() => {
    update(database, task.id, { claimed_until: clock() + claimMs }).catch((error) =>
      log.warn({ err: error }, "a claim was not renewed"),
    );
  }, claimMs / 5);
  try {
    const result = await resultOf(dependencies, task, signal);
    await update(database, task.id, { open_key: null, done_at: clock(), ...result });
    log.info({ kind: task.kind, ...result }, "a task about backups was done");
  } catch (error) {
    // Ends the lease, so that another process may do the task.
    if (signal.aborted) await update(database, task.id, { claimed_until: 0 });
    else {
      log.error({ err: error, kind: task.kind }, "a task about backups failed");
      const failure = reasonOf(error);
      await update(database, task.id, { open_key: null, done_at: clock(), failure });
    }
  } finally {
    clearInterval(renewing);
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
  // Reads before a claim, because a claim is a write and the worker checks every few seconds.
  const waiting = await openTasks(database.read, now)
    .where("claimed_until", "<=", now)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  if (waiting.length === 0) return undefined;
  const files = new Set(listBackupFiles(directory).map(({ name }) => name));
  const task = waiting.find(({ kind, file }) => kind === "make" || files.has(file ?? ""));
  if (task === undefined) return undefined;
  return database.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("backup_tasks")
      .set({ claimed_until: now + claimMs })
      .where("id", "=", task.id)
      .where("done_at", "is", null)
      .where("claimed_until", "<=", now)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n ? task : undefined;
  });
}

function openTasks(queries: Queries, now: number) {
  return queries
    .selectFrom("backup_tasks")
    .selectAll()
    .where("done_at", "is", null)
    .where("asked_at", ">", now - longestWaitMs);
}

async function update(database: Database, id: string, row: Updateable<BackupTaskTable>) {
  await database.write((tx) =>
    tx.updateTable("backup_tasks").set(row).where("id", "=", id).execute(),
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
