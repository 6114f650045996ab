import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { scaled } from "../time-limits.ts";

/** Opens the SQLite file of a running site, and waits while the server writes. */
export function openSiteDatabase(
  file: string,
  { readOnly = false }: { readOnly?: boolean } = {},
): DatabaseSync {
  return new DatabaseSync(file, { readOnly, timeout: scaled(10_000) });
}

/** Confirms the email address of an account of a running site. */
export function confirmAddress(dataDirectory: string, email: string): void {
  const database = openSiteDatabase(join(dataDirectory, "furrow.db"));
  database.prepare(`update "user" set emailVerified = 1 where email = ?`).run(email);
  database.close();
}
