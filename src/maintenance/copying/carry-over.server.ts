import { sql } from "kysely";
import type { Database, Queries } from "../../platform/database/database.ts";
import { isUnfinishedCopy, unfinishedCopyTable } from "../../platform/database/database-file.ts";
import { inSnapshot } from "../../platform/database/snapshot.ts";
import { StartError } from "../../platform/errors.ts";
import type { PrepareDatabase } from "../backups/back-up.ts";
import { differentTables, printsOf, type TablePrints } from "../backups/check-file.server.ts";
import { checkLedger, type LedgerReport } from "../ledger-checks/check-ledger.ts";
import { copyTable, emptyTables, withoutTriggers } from "./copy-table.server.ts";
import { type InstallationTable, installationTables } from "./installation-tables.server.ts";
import { printOf } from "./table-print.server.ts";

export interface CarryOptions {
  /** An installation in SQLite, as it is in one snapshot. */
  readonly source: Queries;
  /** PostgreSQL, empty or with what an earlier attempt has left. */
  readonly target: Database;
  readonly prepare: PrepareDatabase;
  readonly say: (sentence: string) => void;
}

export interface CarriedOver {
  readonly tables: TablePrints;
  readonly ledger: LedgerReport;
}

/**
 * Carries a whole installation into PostgreSQL, table by table, each in a transaction that also notes
 * what was carried. Whoever dies in between is continued by the next call. Until `finishCarrying` no
 * server starts on it. Throws a StartError when the target has anything else in it, or when
 * something came out otherwise.
 */
export async function carryOver(options: CarryOptions): Promise<CarriedOver> {
  const { source, target, prepare } = options;
  await claimTarget(options);
  await prepare(target);
  const tables = await installationTables(source);
  const carried = await carryTables(options, tables);
  const found = await inSnapshot(target, (queries) => printsOf(queries, tables));
  const wrong = differentTables(carried, found);
  if (wrong.length > 0) throw new StartError(`Not everything was copied.\n${wrong.join("\n")}`);
  const ledger = await checkLedger(source);
  requireSameLedger(ledger, await inSnapshot(target, checkLedger));
  // Otherwise PostgreSQL plans its first queries as if the tables were empty.
  await sql`analyze`.execute(target.libraryHandle);
  return { tables: carried, ledger };
}

/** What differs in the site itself differs there as well, and is no fault of the copy. */
function requireSameLedger(ledger: LedgerReport, there: LedgerReport): void {
  const sorted = ({ differences, ...totals }: LedgerReport) =>
    JSON.stringify({ ...totals, differences: [...differences].sort() });
  if (sorted(ledger) === sorted(there)) return;
  const added = there.differences.filter((sentence) => !ledger.differences.includes(sentence));
  throw new StartError(["The ledgers differ.", ...added].join("\n"));
}

/** From here on the target is a site like any other. */
export async function finishCarrying({ libraryHandle }: Database): Promise<void> {
  await sql`drop table ${sql.table(unfinishedCopyTable)}`.execute(libraryHandle);
}

/** The row of the note that says which installation this is. */
const markName = "";

async function claimTarget({ source, target, say }: CarryOptions): Promise<void> {
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

/** When an installation was first started: it keeps that wherever it goes. */
async function markOf(source: Queries): Promise<string> {
  const { rows } = await sql<{ mark: string }>`select min(timestamp) as mark
    from kysely_migration`.execute(source);
  return rows[0]?.mark ?? "";
}

/**
 * The first table that is not as it was noted is carried anew, with all that follow: later ones refer
 * to earlier ones.
 */
async function carryTables(
  { source, target, say }: CarryOptions,
  tables: readonly InstallationTable[],
): Promise<TablePrints> {
  const carried: Record<string, TablePrints[string]> = {};
  const notes = await readNotes(
    target.read,
    tables.map(({ name }) => name),
  );
  let place = 0;
  for (const table of tables) {
    const noted = notes.find(({ name }) => name === table.name);
    if (noted === undefined) break;
    const { rows, checksum } = await printOf(source, table);
    if (noted.rows !== rows || noted.checksum !== checksum) break;
    carried[table.name] = { rows, checksum };
    place++;
  }
  if (place > 0) say(`Tables that are there already: ${place}.`);
  const left = tables.slice(place);
  await emptyTarget(target, left);
  for (const table of left) {
    carried[table.name] = await carryTable(source, target, table);
    say(`${table.name}: ${carried[table.name]?.rows}`);
  }
  return carried;
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

async function carryTable(source: Queries, target: Database, table: InstallationTable) {
  return target.libraryHandle.transaction().execute(async (tx) => {
    const print = await withoutTriggers(tx, [table], () => copyTable(source, tx, table));
    await note(tx, table.name, print);
    return print;
  });
}

async function note(tx: Queries, name: string, { rows, checksum }: TablePrints[string]) {
  await sql`insert into ${sql.table(unfinishedCopyTable)}
    values (${name}, ${rows}, ${checksum})`.execute(tx);
}

async function readNotes(queries: Queries, names: readonly string[]) {
  const { rows } = await sql<TablePrints[string] & { name: string }>`
    select name, row_count as rows, checksum from ${sql.table(unfinishedCopyTable)}
    where name in (${sql.join([...names])})`.execute(queries);
  return rows;
}
