import { closeSync, openSync } from "node:fs";
import { openDatabase, type Queries } from "../../platform/database/database.ts";
import { copyTable, emptyTables, withoutTriggers } from "../copying/copy-table.server.ts";
import { installationTables } from "../copying/installation-tables.server.ts";
import type { PrepareDatabase } from "./back-up.ts";
import type { TablePrints } from "./check-file.server.ts";

/**
 * Copies an installation in PostgreSQL into a new SQLite file, which is its owner's alone. Call it
 * with the queries of a snapshot. Says what was read.
 */
export async function copyIntoFile(
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
        // Migrations leave some rows of their own.
        await emptyTables(tx, tables);
        for (const table of tables) read[table.name] = await copyTable(source, tx, table);
      }),
    );
    return read;
  } finally {
    await target.close();
  }
}
