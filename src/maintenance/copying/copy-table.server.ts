import { type Kysely, sql } from "kysely";
import { engineOf, type Queries } from "../../platform/database/database.ts";
import { type InstallationTable, type Row, tableChunks } from "./installation-tables.server.ts";
import { PrintInTheMaking, type TablePrint } from "./table-print.server.ts";

/**
 * Copies all rows into the same table of another database, where it is empty and its triggers do
 * nothing. Says what was read.
 */
export async function copyTable(
  source: Queries,
  target: Queries,
  table: InstallationTable,
): Promise<TablePrint> {
  const print = new PrintInTheMaking(table);
  for await (const rows of tableChunks(source, table)) {
    await insertRows(target, table, rows);
    print.add(rows);
  }
  return print.finish();
}

async function insertRows(
  target: Queries,
  { name, columns }: InstallationTable,
  rows: readonly Row[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(target);
}

/**
 * Triggers refuse changes of what is only added to, and keep sums: of rows that are copied together
 * with their sums, everything would be added twice. Call it in a transaction, which undoes it when
 * it does not come to its end.
 */
export async function withoutTriggers<T>(
  tx: Queries,
  tables: readonly InstallationTable[],
  work: () => Promise<T>,
): Promise<T> {
  const putBack = await (engineOf(tx) === "sqlite"
    ? dropTriggers(tx)
    : disableTriggers(tx, tables));
  const result = await work();
  for (const statement of putBack) await sql.raw(statement).execute(tx);
  return result;
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
  // References are checked all the same: those triggers are PostgreSQL's own.
  const alter = (change: string) =>
    tables.map(({ name }) => `alter table "${name}" ${change} trigger user`);
  for (const statement of alter("disable")) await sql.raw(statement).execute(tx);
  return alter("enable");
}

/** Of the last one first, so that nothing is removed that another row refers to. */
export async function emptyTables(
  tx: Queries,
  tables: readonly InstallationTable[],
): Promise<void> {
  for (const { name } of tables.toReversed()) {
    await sql`delete from ${sql.table(name)}`.execute(tx);
  }
}
