import { closeSync, openSync, writeSync } from "node:fs";
import { openSiteDatabase } from "./site-database.ts";

/**
 * Overwrites the first page of a table, as a failing disk might. Call it only while no process has
 * the file open.
 */
export function damageTable(file: string, table: string): void {
  const database = openSiteDatabase(file);
  database.exec("pragma journal_mode = delete");
  const size = Number(database.prepare("pragma page_size").get()?.page_size);
  const page = Number(
    database.prepare("select rootpage from sqlite_master where name = ?").get(table)?.rootpage,
  );
  database.close();
  const handle = openSync(file, "r+");
  writeSync(
    handle,
    Buffer.alloc(size, "what was meant for another file "),
    0,
    size,
    (page - 1) * size,
  );
  closeSync(handle);
}
