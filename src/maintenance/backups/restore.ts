import { chmodSync, constants, copyFileSync, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { countUnreadablePasswords } from "#conversation/passwords/order-password.ts";
import { type Bucket, BucketError } from "#files/bucket.ts";
import { findObjects } from "#files/check-bucket.ts";
import { countStoredFiles } from "#files/count-stored-files.server.ts";
import { stopIssuing } from "#invoices/issuing/restored-backup.server.ts";
import { commandWords } from "#platform/command-words.ts";
import { type Database, openDatabase } from "#platform/database/database.ts";
import {
  findDamage,
  hasDatabaseFile,
  removeDatabaseFile,
} from "#platform/database/database-file.ts";
import { StartError } from "#platform/errors.ts";
import { syncToDisk } from "#platform/files/directories.ts";
import { keepSecret, keptSecret, secretFile } from "#platform/files/secret.ts";
import {
  differentTables,
  installationTables,
  printsOf,
  rowsIn,
} from "../copying/installation-tables.server.ts";
import { moveDatabase } from "../copying/move-database.ts";
import { checkLedger, type LedgerReport } from "../ledger-checks/check-ledger.ts";
import type { PrepareDatabase } from "./back-up.ts";
import { type BackupFacts, readBackupFacts, removeBackupFacts } from "./backup-facts.server.ts";
import { checkFile, checkPictures } from "./check-file.server.ts";

interface RestoreOptions {
  /** A backup, or a plain copy such as the copy made before an upgrade. */
  readonly file: string;
  readonly dataDirectory: string;
  /** URL of the target PostgreSQL database; undefined for a file in the data directory. */
  readonly databaseUrl: string | undefined;
  /** Bucket in FILES_URL; undefined without it. */
  readonly bucket: Bucket | undefined;
  /** SECRET of the environment, with which the server would start. */
  readonly environmentSecret?: string | undefined;
  readonly prepare: PrepareDatabase;
  readonly say: (sentence: string) => void;
}

interface Restored {
  readonly tables: number;
  readonly rows: number;
  readonly pictures: number;
  readonly ledger: LedgerReport;
  /** Secret of the site; null for a plain copy of a database, which contains no secret. */
  readonly secret: string | null;
}

/**
 * Restores an installation from a backup into an empty place once every check has passed. Throws a
 * StartError when a check fails.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { file, dataDirectory, databaseUrl } = options;
  requireDatabaseFile(file);
  const target = join(dataDirectory, "furrow.db");
  if (databaseUrl === undefined) requireEmptyPlace(target);
  const working = `${target}.restoring`;
  try {
    removeDatabaseFile(working);
    copyFileSync(file, working, constants.COPYFILE_EXCL);
    chmodSync(working, 0o600);
    const restored = await checkWorkingCopy(working, options);
    if (restored.secret !== null) keepSecret(dataDirectory, restored.secret);
    if (databaseUrl === undefined) {
      syncToDisk(working);
      // Removes what a killed first start has left; SQLite would apply its log to the restored file.
      removeDatabaseFile(target);
      renameSync(working, target);
      syncToDisk(dataDirectory);
    }
    return restored;
  } finally {
    removeDatabaseFile(working);
  }
}

function requireDatabaseFile(file: string): void {
  if (!existsSync(file)) {
    throw new StartError(`There is no file ${file}. Name the backup to restore.`);
  }
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.prepare("select name from kysely_migration").get();
  } catch (cause) {
    throw new StartError(
      `${file} is not a Furrow backup, or it is damaged. Name a file that ${commandWords("backup")} has made.`,
      { cause },
    );
  } finally {
    database.close();
  }
  const fault = findDamage(file);
  if (fault !== null) throw damagedBackup(file, [`${fault}.`]);
}

function damagedBackup(file: string, faults: readonly string[]): StartError {
  return new StartError(
    `The backup ${file} is damaged. Take an older one, or another copy of it.\n${faults.join("\n")}`,
  );
}

function requireEmptyPlace(target: string): void {
  const taken = [target, `${target}-wal`].find(hasDatabaseFile);
  if (taken === undefined) return;
  throw new StartError(
    `There is already a site: ${taken}. Move it away, or set DATA_DIR to another directory. Nothing was overwritten.`,
  );
}

async function checkWorkingCopy(file: string, options: RestoreOptions): Promise<Restored> {
  const copy = openDatabase({ engine: "sqlite", file });
  try {
    const facts = await readBackupFacts(copy.read);
    refuseOtherSecret(options, facts);
    const prints = await printsOf(copy.read, await installationTables(copy.read));
    requireNone(options, [
      ...(await checkFile(copy.read)),
      ...differentTables(facts?.tables ?? prints, prints),
    ]);
    if (facts !== null) await removeBackupFacts(copy);
    await options.prepare(copy);
    await copy.write((tx) => stopIssuing(tx, Date.now()));
    const { pictures, faults } = await checkPictures(copy.read);
    requireNone(options, faults);
    for (const sentence of await checkFilesInBucket(copy, options.bucket)) options.say(sentence);
    for (const sentence of await checkPasswords(copy, options, facts)) options.say(sentence);
    const ledger = await checkLedger(copy.read);
    if (facts !== null) requireTotals(facts, ledger);
    if (options.databaseUrl !== undefined) {
      await copyToPostgres(copy, options.databaseUrl, options);
    }
    const secret = facts?.secret ?? null;
    return { tables: Object.keys(prints).length, rows: rowsIn(prints), pictures, ledger, secret };
  } finally {
    await copy.close();
  }
}

/** Reports missing files but does not stop the restore, because everything else is complete. */
async function checkFilesInBucket(
  database: Database,
  bucket: Bucket | undefined,
): Promise<readonly string[]> {
  const { count } = (await countStoredFiles(database.read)).bucket;
  if (count === 0) return [];
  if (bucket === undefined) {
    return [
      `✗ ${count} files of orders are in a bucket and not in this backup. Set FILES_URL to that bucket, or nobody can download them.`,
    ];
  }
  try {
    const { files, missing } = await findObjects({ database, bucket });
    if (missing === 0) return [`Checked: ${files} files of orders in the bucket.`];
    return [
      `✗ The bucket in FILES_URL does not have ${missing} of ${files} files of orders, and nobody can download them. Set FILES_URL to the bucket of this site, or restore the bucket from a copy.`,
    ];
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    return [`✗ The ${count} files of orders in the bucket were not checked. ${error.message}`];
  }
}

/** Reports passwords that were encrypted with another SECRET, but does not stop the restore. */
async function checkPasswords(
  { read }: Database,
  { environmentSecret, dataDirectory }: RestoreOptions,
  facts: BackupFacts | null,
): Promise<readonly string[]> {
  const secret = environmentSecret ?? facts?.secret ?? keptSecret(dataDirectory);
  if (secret === undefined) return [];
  const count = await countUnreadablePasswords(read, secret);
  if (count === 0) return [];
  const passwords = count === 1 ? "1 password" : `${count} passwords`;
  return [
    `✗ ${passwords} of orders can no longer be read, because SECRET is not the one that they were stored with. Everything else is there. Set the former SECRET, or ask the customers to replace the passwords.`,
  ];
}

function requireNone({ file }: RestoreOptions, faults: readonly string[]): void {
  if (faults.length > 0) throw damagedBackup(file, faults);
}

function requireTotals({ totals }: BackupFacts, ledger: LedgerReport): void {
  const names = Object.keys(totals) as (keyof typeof totals)[];
  const wrong = names.filter((name) => totals[name] !== ledger[name]);
  if (wrong.length === 0) return;
  const sentences = wrong.map((name) => `${name} was ${totals[name]} and is ${ledger[name]}.`);
  throw new StartError(`The totals differ.\n${sentences.join("\n")}`);
}

async function copyToPostgres(source: Database, url: string, { prepare, say }: RestoreOptions) {
  const target = openDatabase({ engine: "postgres", url });
  try {
    await moveDatabase({ source, target, prepare, say });
  } finally {
    await target.close();
  }
}

/**
 * Refuses a directory with another secret, because sessions and tokens in the backup are signed
 * with the backup's own secret.
 */
function refuseOtherSecret({ dataDirectory }: RestoreOptions, facts: BackupFacts | null): void {
  const kept = keptSecret(dataDirectory);
  if (kept === undefined || facts === null || facts.secret === null) return;
  if (kept === facts.secret) return;
  throw new StartError(
    `${secretFile(dataDirectory)} is the secret of another site. Move it away, or set DATA_DIR to another directory.`,
  );
}
