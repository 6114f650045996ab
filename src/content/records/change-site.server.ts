import { sql } from "kysely";
import {
  type Database,
  engineOf,
  type WriteTransaction,
} from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { movePages, readPageAddresses } from "../addresses/move-pages.server.ts";
import type { Authorship } from "./record-writes.server.ts";

/**
 * Runs a write that may change the published content. Such writes run one after the other, and
 * their consequences are part of their transaction. Throws what `operation` throws, and "invalid"
 * for an address that a page cannot have.
 */
export function changeSite<T>(
  { database, reservedWords }: ContentDependencies,
  by: Authorship,
  operation: (tx: WriteTransaction) => Promise<T>,
): Promise<T> {
  return database.write(async (tx) => {
    await lockSite(tx);
    const before = await readPageAddresses(tx);
    const result = await operation(tx);
    await movePages(tx, before, reservedWords, by);
    return result;
  });
}

/** Otherwise two simultaneous writes could give two pages one address. */
async function lockSite(tx: WriteTransaction): Promise<void> {
  // SQLite has one writer.
  if (engineOf(tx) === "sqlite") return;
  await sql`select pg_advisory_xact_lock('content_records'::regclass::oid::integer, 0)`.execute(tx);
}

/** Dependencies of the operations that change content. */
export interface ContentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** First path segments that the site itself needs; no page can be moved below them. */
  readonly reservedWords: ReadonlySet<string>;
  /** Normalised paths that the site itself serves; redirects from them have no effect. */
  readonly ownPaths: ReadonlySet<string>;
  /** The site's origin. */
  readonly publicUrl: string;
}
