import { sql } from "kysely";
import { type Database, inSnapshot, type Queries } from "#platform/database/database.ts";
import { isUnfinishedCopy, unfinishedCopyTable } from "#platform/database/database-file.ts";
import { StartError } from "#platform/errors.ts";
import type { PrepareDatabase } from "../backups/back-up.ts";
import { checkLedger, type LedgerReport } from "../ledger-checks/check-ledger.ts";
import {
  copyTable,
  differentTables,
  emptyTables,
  type InstallationTable,
  installationTables,
  printOf,
  printsOf,
  type TablePrint,
  type TablePrints,
  withoutTriggers,
} from "./installation-tables.server.ts";

interface MoveOptions {
  /** An installation in SQLite, which is only read. */
  readonly source: Database;
  /** PostgreSQL, empty or with the tables of an earlier attempt. */
  readonly target: Database;
  readonly prepare: PrepareDatabase;
  readonly say: (sentence: string) => void;
}

interface Moved {
  readonly tables: TablePrints;
  readonly ledger: LedgerReport;
}

/**
 * Copies an installation to PostgreSQL; the source is only read. Each transaction copies one table
 * and records that the table is complete, so that a repeated call continues after a crash. No
 * server starts on the target until the copy is complete. Throws a StartError when the target has
 * other tables, when the copy differs, and when the source was written to meanwhile, because the
 * new writes would be lost.
 */
export async function moveDatabase(options: MoveOptions): Promise<Moved> {
  const { source, target } = options;
  const before = await dataVersion(source.read);
  const moved = await inSnapshot(source, (queries) => copyInstallation(queries, options));
  if ((await dataVersion(source.read)) !== before) {
    throw new StartError(
      "The site was still running and has changed. Stop it and run the same command again to copy the changes.",
    );
  }
  await sql`drop table ${sql.table(unfinishedCopyTable)}`.execute(target.libraryHandle);
  return moved;
}

/** A number that changes when another connection commits. */
async function dataVersion(sqlite: Queries): Promise<number | undefined> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(sqlite);
  return rows[0]?.data_version;
}

async function copyInstallation(source: Queries, options: MoveOptions): Promise<Moved> {
  const { target, prepare } = options;
  await claimTarget(source, options);
  await prepare(target);
  const tables = await installationTables(source);
  const copied = await copyTables(source, tables, options);
  const found = await inSnapshot(target, (queries) => printsOf(queries, tables));
  const wrong = differentTables(copied, found);
  if (wrong.length > 0) throw new StartError(`Not everything was copied.\n${wrong.join("\n")}`);
  const ledger = await checkLedger(source);
  requireSameLedger(ledger, await inSnapshot(target, checkLedger));
  // Without `analyze`, PostgreSQL plans its first queries as if the tables were empty.
  await sql`analyze`.execute(target.libraryHandle);
  return { tables: copied, ledger };
}

/**
 * Throws unless the ledger checks of source and copy have the same result. A difference that
 * already exists in the source is no fault of the copy.
 */
function requireSameLedger(ledger: LedgerReport, there: LedgerReport): void {
  const sorted = ({ differences, ...totals }: LedgerReport) =>
    JSON.stringify({ ...totals, differences: [...differences].sort() });
  if (sorted(ledger) === sorted(there)) return;
  const added = there.differences.filter((sentence) => !ledger.differences.includes(sentence));
  throw new StartError(["The ledgers differ.", ...added].join("\n"));
}

/** Name of the row that holds the mark of the installation. No table has an empty name. */
const markName = "";

async function claimTarget(source: Queries, { target, say }: MoveOptions): Promise<void> {
  const mark = await markOf(source);
  if (await isUnfinishedCopy(target.read)) {
    const [noted] = await readNotes(target.read, [markName]);
    if (noted?.checksum !== mark) {
      throw new StartError(
        "This database contains an incomplete copy of another site. Use an empty database, or finish copying that site.",
      );
    }
    say("Continuing an earlier attempt.");
    return;
  }
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = current_schema() limit 1`.execute(
    target.read,
  );
  if (rows[0] !== undefined) {
    throw new StartError(
      `The database is not empty: it has a table ${rows[0].name}. Use an empty one, so that nothing is mixed up or lost.`,
    );
  }
  await target.libraryHandle.transaction().execute(async (tx) => {
    await sql`create table ${sql.table(unfinishedCopyTable)}
      (name text primary key, row_count bigint not null, checksum text not null)`.execute(tx);
    await note(tx, markName, { rows: 0, checksum: mark });
  });
}

/** Identifies an installation by the time of its first migration, which every copy keeps. */
async function markOf(source: Queries): Promise<string> {
  const { rows } = await sql<{ mark: string }>`select min(timestamp) as mark
    from kysely_migration`.execute(source);
  return rows[0]?.mark ?? "";
}

/**
 * Skips the tables that an earlier attempt copied and that have not changed since, up to the first
 * table that is missing or changed. Copies this table and all later tables, because later tables
 * refer to earlier tables.
 */
async function copyTables(
  source: Queries,
  tables: readonly InstallationTable[],
  { target, say }: MoveOptions,
): Promise<TablePrints> {
  const copied: Record<string, TablePrint> = {};
  const notes = await readNotes(
    target.read,
    tables.map(({ name }) => name),
  );
  for (const table of tables) {
    const noted = notes.find(({ name }) => name === table.name);
    if (noted === undefined) break;
    const print = await printOf(source, table);
    if (noted.rows !== print.rows || noted.checksum !== print.checksum) break;
    copied[table.name] = print;
  }
  const done = Object.keys(copied).length;
  if (done > 0) say(`Tables that are already there: ${done}.`);
  const left = tables.slice(done);
  await emptyTarget(target, left);
  for (const table of left) {
    const print = await target.libraryHandle.transaction().execute(async (tx) => {
      const print = await withoutTriggers(tx, [table], () => copyTable(source, tx, table));
      await note(tx, table.name, print);
      return print;
    });
    copied[table.name] = print;
    say(`${table.name}: ${print.rows}`);
  }
  return copied;
}

async function emptyTarget(
  { libraryHandle }: Database,
  tables: readonly InstallationTable[],
): Promise<void> {
  const names = tables.map(({ name }) => name);
  await libraryHandle.transaction().execute(async (tx) => {
    await withoutTriggers(tx, tables, () => emptyTables(tx, tables));
    for (const name of names) {
      await sql`delete from ${sql.table(unfinishedCopyTable)} where name = ${name}`.execute(tx);
    }
  });
}

async function note(tx: Queries, name: string, { rows, checksum }: TablePrint) {
  await sql`insert into ${sql.table(unfinishedCopyTable)}
    values (${name}, ${rows}, ${checksum})`.execute(tx);
}

async function readNotes(queries: Queries, names: readonly string[]) {
  const { rows } = await sql<TablePrint & { name: string }>`
    select name, row_count as rows, checksum from ${sql.table(unfinishedCopyTable)}
    where name in (${sql.join([...names])})`.execute(queries);
  return rows;
}
