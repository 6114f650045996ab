import { sql } from "kysely";
import type { Queries } from "../../platform/database/database.ts";
import { unfinishedCopyTable } from "../../platform/database/database-file.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";

/** A table of an installation, as far as copying needs to know it. */
export interface InstallationTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key. */
  readonly key: readonly string[];
  /** It holds pictures or messages, of which few go into memory at once. */
  readonly hasBytes: boolean;
}

export type Row = Readonly<Record<string, unknown>>;

/** What a backup knows of itself; it comes into no database of a site. */
export const backupFactsTable = "furrow_backup";

export const notCopied: readonly string[] = [
  backupFactsTable,
  unfinishedCopyTable,
  "kysely_migration_lock",
];
const rowsPerChunk = 500;
/** A size of a picture has up to a megabyte. */
const largeRowsPerChunk = 16;

/**
 * All tables of an installation in SQLite, each behind those that it refers to. PostgreSQL has the
 * same ones with the same columns.
 */
export async function installationTables(sqlite: Queries): Promise<readonly InstallationTable[]> {
  const { rows: columns } = await sql<{ table: string; name: string; pk: number; type: string }>`
    select t.name as "table", c.name, c.pk, c.type
    from sqlite_master as t, pragma_table_info(t.name) as c
    where t.type = 'table' and t.name not glob 'sqlite_*' and t.name not in (${sql.join([...notCopied])})
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
        ({ table, parent }) => table === name && left.some((other) => other.name === parent),
      );
    const ready = left.filter((table) => !waits(table));
    if (ready.length === 0) throw new Error("Tables refer to each other in a circle.");
    sorted.push(...ready);
    left = left.filter(waits);
  }
  return sorted;
}

/** All rows of a table, in order of its key, on either engine. */
export function tableChunks(
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
