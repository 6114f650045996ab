import { hash } from "node:crypto";
import type { Queries } from "../../platform/database/database.ts";
import { type InstallationTable, type Row, tableChunks } from "./installation-tables.server.ts";

/** By which two tables are known to hold the same rows, whatever their order and engine. */
export interface TablePrint {
  readonly rows: number;
  readonly checksum: string;
}

export async function printOf(queries: Queries, table: InstallationTable): Promise<TablePrint> {
  const print = new PrintInTheMaking(table);
  for await (const rows of tableChunks(queries, table)) print.add(rows);
  return print.finish();
}

/** Adds up a hash of each row, because the engines put text in different orders. */
export class PrintInTheMaking {
  readonly #columns: readonly string[];
  #rows = 0;
  #sum = 0n;

  constructor({ columns }: InstallationTable) {
    this.#columns = columns;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const text = JSON.stringify(this.#columns.map((column) => asJson(row[column])));
      this.#sum += hash("sha256", text, "buffer").readBigUInt64LE();
      this.#rows++;
    }
  }

  finish(): TablePrint {
    const checksum = BigInt.asUintN(64, this.#sum).toString(16).padStart(16, "0");
    return { rows: this.#rows, checksum };
  }
}

/** PostgreSQL has times and booleans where SQLite has ISO texts and 0 and 1. */
function asJson(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Uint8Array) return { bytes: hash("sha256", value) };
  return value;
}
