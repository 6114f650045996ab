import { sql } from "kysely";
import { engineOf, type WriteTransaction } from "../../platform/database/database.ts";
import { movePages, readPageAddresses } from "../addresses/move-pages.server.ts";
import type { ContentDependencies } from "./content-dependencies.ts";
import type { Authorship } from "./record-writes.server.ts";

/**
 * Every write that may change what records say on the site, one after the other: what follows from it,
 * whichever way it was made, follows in its transaction. Throws what `operation` throws, and "invalid"
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

/** Else two who give two pages one address at the same moment would not see each other. */
async function lockSite(tx: WriteTransaction): Promise<void> {
  // SQLite has one writer, and this is it.
  if (engineOf(tx) === "sqlite") return;
  await sql`select pg_advisory_xact_lock('content_records'::regclass::oid::integer, 0)`.execute(tx);
}
