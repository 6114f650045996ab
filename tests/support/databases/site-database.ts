import { DatabaseSync } from "node:sqlite";
import { scaled } from "../time-limits.ts";

/** Opens the SQLite file of a running site, and waits while the server writes. */
export function openSiteDatabase(
  file: string,
  { readOnly = false }: { readOnly?: boolean } = {},
): DatabaseSync {
  return new DatabaseSync(file, { readOnly, timeout: scaled(10_000) });
}
