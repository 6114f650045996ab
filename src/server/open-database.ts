import { statSync } from "node:fs";
import { resolve } from "node:path";
import { prepareAccountTables } from "../access/sessions/authentication-tables.server.ts";
import { backUpBeforeUpgrade } from "../maintenance/backups/copy-database-file.ts";
import type { Configuration } from "../platform/configuration.ts";
import {
  type Database,
  type DatabaseAddress,
  openDatabase,
} from "../platform/database/database.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import {
  hasDatabaseFile,
  refuseDamagedFile,
  refuseUnfinishedCopy,
  tellingDamage,
} from "../platform/database/database-file.ts";
import { migrate, needsUpgrade } from "../platform/database/migrations.ts";
import { commandTimeouts, requestTimeouts } from "../platform/database/postgres-pool.ts";
import { reasonOf, StartError } from "../platform/errors.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Clock } from "../platform/time/clock.ts";
import { migrations } from "./migrations.ts";
import { checkedAtStart } from "./watch-damage.ts";

export async function prepareDatabase(database: Database): Promise<void> {
  await migrate(database.libraryHandle, migrations);
  await prepareAccountTables(database);
}

interface OpenOptions {
  readonly configuration: Configuration;
  readonly log: Log;
  readonly clock: Clock;
}

/**
 * Opens the configured database and migrates it. Copies an existing SQLite file before an upgrade.
 * Throws a StartError when the database cannot or must not be used.
 */
export async function openPreparedDatabase(options: OpenOptions): Promise<Database> {
  const address = databaseAddress(options.configuration);
  if (address.engine === "sqlite") refuseUnusableFile(address.file, options.log);
  const preparing = openDatabase(address, commandTimeouts);
  let database = preparing;
  try {
    await refuseUnfinishedCopy(preparing.read);
    if (await needsUpgrade(preparing.read, migrations)) await copyFirst(address, options);
    await prepareDatabase(preparing);
    if (address.engine === "postgres") {
      // Opens the database again, because the statement timeouts of an upgrade are too long for
      // pages.
      database = openDatabase(address, requestTimeouts);
      await preparing.close();
    }
    // This statement matches no row, but fails when the database is read-only.
    await database.write((tx) => tx.deleteFrom("order_counter").where("id", "<>", 1).execute());
    return database;
  } catch (error) {
    await database.close().catch(() => {});
    if (error instanceof StartError) throw error;
    if (address.engine === "sqlite") {
      const told = tellingDamage(address.file, error);
      if (told instanceof StartError) throw told;
    }
    const where = address.engine === "sqlite" ? address.file : "DATABASE_URL";
    throw new StartError(`The database at ${where} cannot be opened: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

function refuseUnusableFile(file: string, log: Log): void {
  const bytes = statSync(file, { throwIfNoEntry: false });
  if (!hasDatabaseFile(file)) {
    if (bytes !== undefined) log.warn({ file }, "the database file is empty: a new site begins");
    return;
  }
  // A larger file is checked while the site runs. If the path is not a file, opening the database
  // fails.
  if (bytes?.isFile() && bytes.size <= checkedAtStart) refuseDamagedFile(file);
}

async function copyFirst(
  address: DatabaseAddress,
  { configuration, log, clock }: OpenOptions,
): Promise<void> {
  if (address.engine === "postgres") {
    log.warn("upgrading PostgreSQL without a copy: only the last backup has the former state");
    return;
  }
  const directory = resolve(configuration.backupDirectory);
  const file = await backUpBeforeUpgrade(address.file, directory, clock());
  log.info({ file }, "the database was copied before its upgrade");
}
