import { sql } from "kysely";
import type { Queries } from "../../platform/database/database.ts";
import type { InstallationTable } from "../copying/installation-tables.server.ts";
import { printOf, type TablePrint } from "../copying/table-print.server.ts";

/** Faults of an SQLite file, as sentences. */
export async function checkFile(queries: Queries): Promise<readonly string[]> {
  const { rows: faults } = await sql<{
    integrity_check: string;
  }>`pragma integrity_check(20)`.execute(queries);
  const { rows: orphans } = await sql<{
    table: string;
    parent: string;
  }>`select distinct "table", parent from pragma_foreign_key_check`.execute(queries);
  return [
    ...faults
      .filter(({ integrity_check }) => integrity_check !== "ok")
      .map(({ integrity_check }) => `The file is damaged: ${integrity_check}.`),
    ...orphans.map(
      ({ table, parent }) => `Rows of ${table} refer to rows of ${parent} that are not there.`,
    ),
  ];
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

/** Contents of the tables; for a copied file only the numbers of rows. */
export type ReadTables = Readonly<Record<string, Pick<TablePrint, "rows"> & Partial<TablePrint>>>;

/** Differences between two databases, as sentences. */
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
