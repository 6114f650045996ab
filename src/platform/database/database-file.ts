import { rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { commandWords } from "../command-words.ts";
import { StartError } from "../errors.ts";
import { engineOf } from "./database.ts";
import { faultOf } from "./database-faults.ts";

export class DamagedFileError extends StartError {
  constructor(file: string, reason: string, options: { cause?: unknown } = {}) {
    super(
      `The database at ${file} cannot be opened: it is damaged (${reason}). ${recoverySteps}`,
      options,
    );
    this.name = "DamagedFileError";
  }
}

const recoverySteps = `Stop Furrow. Move the file, and the files beside it whose names begin with its name, to another folder. Then restore the newest backup: ${commandWords("restore", "/path/to/backup-….db")}`;

/** Message for the log and the status screen of a running site. */
export function adviceOnDamage(file: string): string {
  return `${file} is damaged. Nothing is saved any more, so that no order is lost with it. ${recoverySteps}`;
}

/**
 * Whether there is a site in the file. An empty file counts as none, because a first start that is
 * killed can leave one; SQLite writes the first page only with the first statement.
 */
export function hasDatabaseFile(file: string): boolean {
  const bytes = statSync(file, { throwIfNoEntry: false });
  return bytes !== undefined && !(bytes.isFile() && bytes.size === 0);
}

/**
 * Turns SQLite's error about a damaged file into a DamagedFileError. Returns any other error
 * unchanged.
 */
export function tellingDamage(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || faultOf(error) !== "damaged") return error;
  return new DamagedFileError(file, error.message, { cause: error });
}

/**
 * Throws a DamagedFileError when pages of the file are inconsistent because a part was lost, zeroed
 * or overwritten. Takes about a millisecond per megabyte. Does not find a changed letter in a text,
 * or an index that lacks rows of its table. The integrity check of a backup finds such an index.
 */
export function refuseDamagedFile(file: string): void {
  const damage = findDamage(file);
  if (damage !== null) throw new DamagedFileError(file, damage);
}

/** SQLite's description of the first damage found; null for a sound file. */
export function findDamage(file: string): string | null {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const result = database.prepare("pragma quick_check(1)").get()?.quick_check;
    return result === "ok" ? null : (String(result).split("\n").at(-1) ?? null);
  } catch (error) {
    if (error instanceof Error && faultOf(error) === "damaged") return error.message;
    throw error;
  } finally {
    database.close();
  }
}

/** Deletes an SQLite file and the files that SQLite writes beside it. */
export function removeDatabaseFile(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) {
    rmSync(`${file}${suffix}`, { force: true });
  }
}

/** Table that marks a database into which a site is being copied. */
export const unfinishedCopyTable = "furrow_unfinished_copy";

/** Throws a StartError for a database into which a site was copied only in part. */
export async function refuseUnfinishedCopy<Schema>(db: Kysely<Schema>): Promise<void> {
  if (!(await isUnfinishedCopy(db))) return;
  throw new StartError(
    "A site was being copied into this database, and the copy is incomplete. Run the same command again (move-database or restore): it continues where it stopped.",
  );
}

export async function isUnfinishedCopy<Schema>(db: Kysely<Schema>): Promise<boolean> {
  return hasTable(db, unfinishedCopyTable);
}

/** Asks for one table, because Kysely's introspection reads every column of every table. */
export async function hasTable<Schema>(db: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } =
    engineOf(db) === "sqlite"
      ? await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db)
      : await sql`select 1 where to_regclass(${name}) is not null`.execute(db);
  return rows.length > 0;
}
