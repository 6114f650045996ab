import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { engineOf, type Queries } from "#platform/database/database.ts";
import { unfinishedCopyTable } from "#platform/database/database-file.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { storableValue } from "#platform/database/storable-value.ts";

export interface InstallationTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** True for a table with a blob column. The rows are large, so fewer rows are read at once. */
  readonly hasBytes: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** Only a backup has this table; the database of a site does not. */
export const backupFactsTable = "furrow_backup";

export const notCopied: readonly string[] = [
  backupFactsTable,
  unfinishedCopyTable,
  "kysely_migration_lock",
];
const rowsPerChunk = 500;
/** Small, because a row can contain a picture of up to a megabyte. */
const largeRowsPerChunk = 16;

/**
 * All tables of an installation in SQLite, each after the tables that it refers to. PostgreSQL has
 * the same tables and columns. Leaves out full-text indexes, which follow from these tables.
 */
export async function installationTables(sqlite: Queries): Promise<readonly InstallationTable[]> {
  const { rows: columns } = await sql<{ table: string; name: string; pk: number; type: string }>`
    select t.name as "table", c.name, c.pk, c.type
    from pragma_table_list as t, pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and t.name not glob 'sqlite_*' and t.name not in (${sql.join([...notCopied])})
    order by t.name, c.cid`.execute(sqlite);
  const { rows: references } = await sql<{ table: string; parent: string }>`
    select t.name as "table", r."table" as parent
    from sqlite_master as t, pragma_foreign_key_list(t.name) as r
    where t.type = 'table'`.execute(sqlite);
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]) => ({
    name,
    columns: own.map((column) => column.name),
    key: own
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map((column) => column.name),
    hasBytes: own.some(({ type }) => type.toLowerCase() === "blob"),
  }));
  return parentsFirst(tables, references);
}

function parentsFirst(
  tables: readonly InstallationTable[],
  references: readonly { readonly table: string; readonly parent: string }[],
): readonly InstallationTable[] {
  const sorted: InstallationTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const waits = ({ name }: InstallationTable) =>
      references.some(
        ({ table, parent }) =>
          table === name && parent !== name && left.some((other) => other.name === parent),
      );
    const ready = left.filter((table) => !waits(table));
    if (ready.length === 0) throw new Error("Tables refer to each other in a circle.");
    sorted.push(...ready);
    left = left.filter(waits);
  }
  return sorted;
}

/** All rows of a table, in the order of its key. */
function tableChunks(
  queries: Queries,
  { name, columns, key, hasBytes }: InstallationTable,
): AsyncGenerator<readonly Row[]> {
  const names = (list: readonly string[]) => sql.join(list.map((column) => sql.ref(column)));
  return rowChunks(
    { after: null, size: hasBytes ? largeRowsPerChunk : rowsPerChunk },
    (row: Row): readonly unknown[] | null => key.map((column) => row[column]),
    async (after, size) => {
      const behind = after && sql`where (${names(key)}) > (${sql.join(after)})`;
      const { rows } = await sql<Row>`select ${names(columns)} from ${sql.table(name)}
        ${behind ?? sql``} order by ${names(key)} limit ${size}`.execute(queries);
      return rows;
    },
  );
}

/** Fingerprint of a table, independent of the engine and the order of rows. */
export interface TablePrint {
  readonly rows: number;
  readonly checksum: string;
}

/** Reads a table in chunks, and passes each chunk to `use`. */
export async function printOf(
  queries: Queries,
  table: InstallationTable,
  use: (rows: readonly Row[]) => Promise<void> = async () => {},
): Promise<TablePrint> {
  let count = 0;
  let sum = 0n;
  for await (const rows of tableChunks(queries, table)) {
    await use(rows);
    for (const row of rows) {
      const text = JSON.stringify(table.columns.map((column) => asJson(row[column])));
      // The hashes are added, because the engines sort texts differently and a sum ignores the
      // order.
      sum += hash("sha256", text, "buffer").readBigUInt64LE();
    }
    count += rows.length;
  }
  return { rows: count, checksum: BigInt.asUintN(64, sum).toString(16).padStart(16, "0") };
}

/**
 * PostgreSQL has times and booleans where SQLite has ISO texts and 0 and 1. A file of an earlier
 * version can have texts with NUL, which the copy stores as both engines can.
 */
function asJson(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Uint8Array) return { bytes: hash("sha256", value) };
  return storableValue(value);
}

export type TablePrints = Readonly<Record<string, TablePrint>>;

export async function printsOf(
  queries: Queries,
  tables: readonly InstallationTable[],
): Promise<TablePrints> {
  const prints: Record<string, TablePrint> = {};
  for (const table of tables) prints[table.name] = await printOf(queries, table);
  return prints;
}

/** Fingerprints of the tables that were read; without checksums when the whole file was copied. */
export type ReadTables = Readonly<Record<string, Pick<TablePrint, "rows"> & Partial<TablePrint>>>;

/** Differences between the expected and the found tables, as sentences. */
export function differentTables(expected: ReadTables, found: TablePrints): readonly string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].flatMap((name) => {
    const [wanted, there] = [expected[name], found[name]];
    if (wanted === undefined) return [`There is a table ${name} that should not be there.`];
    if (there === undefined) return [`The table ${name} is not there.`];
    if (wanted.rows !== there.rows) {
      return [`The table ${name} should have ${wanted.rows} rows and has ${there.rows}.`];
    }
    if (wanted.checksum !== undefined && wanted.checksum !== there.checksum) {
      return [`The table ${name} has the right number of rows, but not the same ones.`];
    }
    return [];
  });
}

export function rowsIn(prints: TablePrints): number {
  return Object.values(prints).reduce((sum, { rows }) => sum + rows, 0);
}

/**
 * Copies all rows into the same table of `target`, which must be empty and have no active triggers.
 * Returns the fingerprint of the copied rows.
 */
export function copyTable(
  source: Queries,
  target: Queries,
  table: InstallationTable,
): Promise<TablePrint> {
  const { name, columns } = table;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return printOf(source, table, async (rows) => {
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(target);
  });
}

/**
 * Runs `work` without triggers, because triggers refuse changes of append-only tables and would
 * add copied ledger entries to the copied sums of their orders again. Call it in a transaction, so that an error restores
 * the triggers.
 */
export async function withoutTriggers<T>(
  tx: Queries,
  tables: readonly InstallationTable[],
  work: () => Promise<T>,
): Promise<T> {
  const restoring = await (engineOf(tx) === "sqlite"
    ? dropTriggers(tx)
    : disableTriggers(tx, tables));
  const result = await work();
  for (const statement of restoring) await sql.raw(statement).execute(tx);
  if (engineOf(tx) === "sqlite") await rebuildFullTextIndexes(tx);
  return result;
}

/** Triggers keep these indexes, so they lack the changes that were made without triggers. */
async function rebuildFullTextIndexes(tx: Queries): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where sql like 'create virtual table%using fts5%'`.execute(tx);
  for (const { name } of rows) {
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('rebuild')`.execute(tx);
  }
}

async function dropTriggers<Schema>(tx: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string;
    sql: string;
  }>`select name, sql from sqlite_master where type = 'trigger'`.execute(tx);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(tx);
  return rows.map((trigger) => trigger.sql);
}

async function disableTriggers(
  tx: Queries,
  tables: readonly InstallationTable[],
): Promise<readonly string[]> {
  // PostgreSQL's own triggers, which check references, stay active.
  const alter = (change: string) =>
    tables.map(({ name }) => `alter table "${name}" ${change} trigger user`);
  for (const statement of alter("disable")) await sql.raw(statement).execute(tx);
  return alter("enable");
}

/** Empties the tables in reverse order, so that no row is deleted that another row refers to. */
export async function emptyTables(
  tx: Queries,
  tables: readonly InstallationTable[],
): Promise<void> {
  for (const { name } of tables.toReversed()) {
    await sql`delete from ${sql.table(name)}`.execute(tx);
  }
}
