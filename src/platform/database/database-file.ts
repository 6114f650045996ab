import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { StartError } from "../errors.ts";
import { faultOf } from "./database-faults.ts";

/** An SQLite file of which a part is not what SQLite has written. */
export class DamagedFileError extends StartError {
  constructor(file: string, reason: string, options: { cause?: unknown } = {}) {
    super(
      `The database at ${file} cannot be opened: it is damaged (${reason}). ${whatToDo}`,
      options,
    );
    this.name = "DamagedFileError";
  }
}

const whatToDo =
  "Stop Furrow, move the file and what lies beside it under its name away, and restore the newest backup: npm run restore -- /path/to/backup-….db";

/** The same in words for the log and for the screen of a site that runs. */
export function adviceOnDamage(file: string): string {
  return `${file} is damaged. Nothing is saved any more, so that no order is lost with it. ${whatToDo}`;
}

/**
 * Throws a StartError for a file with nothing in it. SQLite would take it for a new database, and a
 * site whose file was lost by a full disk or a slip would begin anew without a word.
 */
export function refuseEmptyFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return;
  throw new StartError(`${file} is empty; restore a backup, or remove it to begin anew.`);
}

/** What SQLite says of a damaged file, told as such; other errors as they are. */
export function tellingDamage(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || faultOf(error) !== "damaged") return error;
  return new DamagedFileError(file, error.message, { cause: error });
}

/**
 * Throws a DamagedFileError for a file whose pages do not hang together: a part that was lost, zeroed
 * or overwritten with something else. It takes about a millisecond for each megabyte. It does not see
 * what only the integrity check of a backup sees, an index that lacks rows of its table, and nobody
 * sees a text in which a letter has become another one.
 */
export function refuseDamagedFile(file: string): void {
  const fault = faultIn(file);
  if (fault !== null) throw new DamagedFileError(file, fault);
}

/** The first fault that is found, in SQLite's words. */
export function faultIn(file: string): string | null {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const found = database.prepare("pragma quick_check(1)").get()?.quick_check;
    return found === "ok" ? null : (String(found).split("\n").at(-1) ?? null);
  } catch (error) {
    if (error instanceof Error && faultOf(error) === "damaged") return error.message;
    throw error;
  } finally {
    database.close();
  }
}

/** Stands in a database for as long as a site is being carried into it. */
export const unfinishedCopyTable = "furrow_unfinished_copy";

/** Throws a StartError for a database into which a site was carried only in part. */
export async function refuseUnfinishedCopy<Schema>(db: Kysely<Schema>): Promise<void> {
  if (!(await isUnfinishedCopy(db))) return;
  throw new StartError(
    "A site was being carried into this database, and not all of it is there. Run the same command again (move-database or restore), which goes on where it ended.",
  );
}

export async function isUnfinishedCopy<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name }) => name === unfinishedCopyTable);
}
