import { sql } from "kysely";
import {
  type Database,
  engineOf,
  type WriteTransaction,
} from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { movePages, readPageAddresses } from "../addresses/move-pages.server.ts";
import {
  requireValidRedirect,
  type WaysDependencies,
} from "../addresses/redirect-checks.server.ts";
import type { Block } from "../model/define.ts";
import type { Authorship } from "./record-writes.server.ts";
import { listStored } from "./stored-record.server.ts";

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

/**
 * Checks a record that was just published. Throws "invalid" at its field for a value of a unique field
 * that another published record of the block has, and what `requireValidRedirect` throws. Records that an
 * import, the trash or the history brings back are not checked.
 */
export async function requireFitting(
  tx: WriteTransaction,
  deps: WaysDependencies,
  block: Block,
  id: string,
): Promise<void> {
  await requireValidRedirect(tx, deps, block, id);
  const { uniqueField: path } = block;
  if (path === undefined) return;
  const published = (await listStored(tx, block)).filter((record) => record.published !== null);
  const nameIn = ({ published: values }: (typeof published)[number]) =>
    String(values?.[path] ?? "").trim();
  const written = published.find((record) => record.id === id);
  if (written === undefined) return;
  const value = nameIn(written);
  const isTaken = published.some(
    (other) => other !== written && nameIn(other).toLowerCase() === value.toLowerCase(),
  );
  if (!isTaken) return;
  const message = `“${value}” is taken by another record. Choose another one.`;
  throw new AppError("invalid", message, { issues: [{ path, message }] });
}
