import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { keepFilesPrivate } from "../maintenance/installation/private-files.ts";
import type { LedgerReport } from "../maintenance/ledger-checks/check-ledger.ts";
import { commandWords } from "../platform/command-words.ts";
import type { Configuration } from "../platform/configuration.ts";
import {
  type Database,
  type DatabaseAddress,
  openDatabase,
} from "../platform/database/database.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import {
  hasDatabaseFile,
  refuseUnfinishedCopy,
  tellingDamage,
} from "../platform/database/database-file.ts";
import { requireMigrated } from "../platform/database/migrations.ts";
import { StartError } from "../platform/errors.ts";
import { dollarsFromCents } from "../platform/money.ts";
import { migrations } from "../server/migrations.ts";

/**
 * Path of a file or folder given to a command. A command runs in the program's folder; relative
 * paths refer to the caller's folder, which npm and the command `furrow` pass as `INIT_CWD`.
 */
export function givenPath(name: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), name);
}

export function ledgerLines(
  { orders, entries, differences, ...totals }: LedgerReport,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const [sales, refunded, net] = [totals.salesCents, totals.refundedCents, totals.netCents].map(
    dollarsFromCents,
  );
  return [
    `Orders checked: ${orders}, with entries in the ledger: ${entries}.`,
    `Sales ${sales}, refunded ${refunded}, net ${net}.`,
    ...differences.slice(0, most).map((difference) => `✗ ${difference}`),
    ...(differences.length > most
      ? [`✗ … ${commandWords("check-ledger")} names all of them.`]
      : []),
    differences.length === 0 ? "✓ Everything agrees." : `Differences: ${differences.length}.`,
  ];
}

interface CheckedCopy {
  readonly rows: number;
  readonly tables: number;
  readonly pictures: number;
  readonly ledger: LedgerReport;
}

export function printChecks({ rows, tables, pictures, ledger }: CheckedCopy): void {
  console.log(`Checked: the file itself, ${rows} rows of ${tables} tables, ${pictures} pictures.`);
  console.log(ledgerLines(ledger, 10).join("\n"));
}

/**
 * Runs a command. An error in files, databases, settings or arguments prints one sentence and sets
 * exit code 1; any other error is thrown.
 */
export async function runCommand(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartError || isFromOutside(error))) throw error;
    console.error(`${failure}\n${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * True for errors that the operator can fix: those of the operating system, of SQLite, of PostgreSQL
 * and of our own checks. Each has a code. Codes that begin with `ERR_` are faults of the program,
 * except those of SQLite, which begin with `ERR_SQLITE_`.
 */
function isFromOutside(error: unknown): error is Error {
  const { code } = error as { code?: unknown };
  if (!(error instanceof Error) || typeof code !== "string") return false;
  return !/^ERR_(?!SQLITE_)/.test(code);
}

function existingAddress(configuration: Configuration): DatabaseAddress {
  const address = databaseAddress(configuration);
  if (address.engine === "postgres") return address;
  if (hasDatabaseFile(address.file)) return address;
  throw new StartError(
    `There is no database at ${address.file}. Set DATA_DIR or DATABASE_URL as for the server.`,
  );
}

/** Takes the permissions of other users from the files of a site, and prints what was changed. */
export function sayWhatWasExposed(configuration: Configuration): void {
  const exposure = keepFilesPrivate(configuration);
  if (exposure !== undefined) console.error(exposure);
}

/**
 * Opens the database of a site, which may be running, for `work`, and closes it afterwards. Throws
 * a StartError unless this version has migrated the database.
 */
export async function withExistingDatabase<T>(
  configuration: Configuration,
  work: (database: Database, address: DatabaseAddress) => Promise<T>,
): Promise<T> {
  const address = existingAddress(configuration);
  if (existsSync(configuration.dataDirectory)) sayWhatWasExposed(configuration);
  const database = openDatabase(address);
  try {
    await refuseUnfinishedCopy(database.read);
    await requireMigrated(database.read, migrations);
    return await work(database, address);
  } catch (error) {
    throw address.engine === "sqlite" ? tellingDamage(address.file, error) : error;
  } finally {
    await database.close();
  }
}
