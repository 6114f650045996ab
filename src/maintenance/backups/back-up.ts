import { closeSync, openSync, statSync } from "node:fs";
import { countStoredFiles, type StoredFiles } from "#files/count-stored-files.server.ts";
import {
  type Database,
  type DatabaseAddress,
  inSnapshot,
  openDatabase,
  type Queries,
} from "#platform/database/database.ts";
import { DamagedFileError, findDamage, tellingDamage } from "#platform/database/database-file.ts";
import { StartError } from "#platform/errors.ts";
import {
  copyTable,
  differentTables,
  emptyTables,
  installationTables,
  printsOf,
  type ReadTables,
  rowsIn,
  type TablePrints,
  withoutTriggers,
} from "../copying/installation-tables.server.ts";
import { checkLedger, type LedgerReport } from "../ledger-checks/check-ledger.ts";
import { writeBackupFacts } from "./backup-facts.server.ts";
import { type BackupKind, writeBackupFile } from "./backup-files.ts";
import { checkFile, checkPictures } from "./check-file.server.ts";
import { copyDatabaseFile, leaveWriteAheadLog } from "./copy-database-file.ts";

/**
 * Copies a PostgreSQL database into a new SQLite file that only its owner can read. `source` must
 * be a snapshot. Returns a fingerprint of each table that was read.
 */
async function copyIntoFile(
  source: Queries,
  file: string,
  prepare: PrepareDatabase,
): Promise<TablePrints> {
  closeSync(openSync(file, "wx", 0o600));
  const target = openDatabase({ engine: "sqlite", file });
  try {
    await prepare(target);
    const read: Record<string, TablePrints[string]> = {};
    const tables = await installationTables(target.read);
    await target.libraryHandle.transaction().execute((tx) =>
      withoutTriggers(tx, tables, async () => {
        // Empties the tables first, because the migrations in `prepare` have added some rows.
        await emptyTables(tx, tables);
        for (const table of tables) read[table.name] = await copyTable(source, tx, table);
      }),
    );
    return read;
  } finally {
    await target.close();
  }
}

/** Migrates an empty or older database to the schema of this version. */
export type PrepareDatabase = (database: Database) => Promise<void>;

export interface BackupOptions {
  readonly address: DatabaseAddress;
  /** Secret that signs sessions and links in emails; null when the site has no secret yet. */
  readonly secret: string | null;
  readonly directory: string;
  readonly kind: BackupKind;
  /** Number of backups of this kind to keep; undefined keeps all. */
  readonly keep?: number | undefined;
  readonly prepare: PrepareDatabase;
  readonly now: number;
}

export interface MadeBackup {
  readonly file: string;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly pictures: number;
  /** Private files whose bytes are in the bucket and not in the backup. */
  readonly filesInBucket: StoredFiles;
  /**
   * Result of the ledger check. A backup with a difference is valid, because the site has the same
   * difference.
   */
  readonly ledger: LedgerReport;
  /** Names of deleted older backups. */
  readonly removed: readonly string[];
}

/**
 * Copies a whole installation into one file, even while the server runs, and verifies the copy.
 * Only a verified file gets the name of a backup. Throws a StartError when the copy differs.
 */
export async function backUp(options: BackupOptions): Promise<MadeBackup> {
  const { address, secret, now } = options;
  try {
    return await writeBackupFile(options, async (file) => {
      const read = await copyInstallation(options, file);
      const checked = await finishCopy(file, read, secret, now);
      leaveWriteAheadLog(file);
      return { ...checked, bytes: statSync(file).size };
    });
  } catch (error) {
    throw address.engine === "sqlite" ? tellingDamage(address.file, error) : error;
  }
}

async function copyInstallation(
  { address, prepare }: BackupOptions,
  file: string,
): Promise<ReadTables> {
  if (address.engine === "sqlite") {
    const read = await copyDatabaseFile(address.file, file);
    // The copy repeats the pages of the site's file byte for byte, so damage in the copy is also in
    // the site's file.
    const fault = findDamage(file);
    if (fault !== null) throw new DamagedFileError(address.file, fault);
    return read;
  }
  const source = openDatabase(address);
  try {
    return await inSnapshot(source, (queries) => copyIntoFile(queries, file, prepare));
  } finally {
    await source.close();
  }
}

async function finishCopy(
  file: string,
  read: ReadTables,
  secret: string | null,
  madeAt: number,
): Promise<Pick<MadeBackup, "tables" | "rows" | "pictures" | "filesInBucket" | "ledger">> {
  const copy = openDatabase({ engine: "sqlite", file });
  try {
    const prints = await printsOf(copy.read, await installationTables(copy.read));
    const { pictures, faults } = await checkPictures(copy.read);
    const wrong = [...(await checkFile(copy.read)), ...differentTables(read, prints), ...faults];
    if (wrong.length > 0) {
      throw new StartError(
        `The backup differs from the site and was deleted.\n${wrong.join("\n")}`,
      );
    }
    const ledger = await checkLedger(copy.read);
    const { differences: _, ...totals } = ledger;
    await writeBackupFacts(copy, { format: 1, madeAt, secret, tables: prints, totals });
    const { bucket: filesInBucket } = await countStoredFiles(copy.read);
    const tables = Object.keys(prints).length;
    return { tables, rows: rowsIn(prints), pictures, filesInBucket, ledger };
  } finally {
    await copy.close();
  }
}
