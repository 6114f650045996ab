import { sql } from "kysely";
import { type Database, engineOf, type WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/time/clock.ts";
import { requireRight } from "#policy/rights.ts";
import { movePages, readPageAddresses, type TakenPaths } from "../addresses/move-pages.server.ts";
import {
  requireValidRedirect,
  type WaysDependencies,
} from "../addresses/redirect-checks.server.ts";
import { type LookRecord, look } from "../blocks/look.ts";
import { paymentEmail } from "../blocks/payment-email.ts";
import { loadCssCheck } from "../css/css-check.ts";
import type { Block } from "../model/define.ts";
import type { SectionKinds } from "../sections/section.ts";
import { listRecords } from "./content-store.server.ts";
import type { Authorship } from "./record-writes.server.ts";
import { listStored } from "./stored-record.server.ts";

/**
 * Runs a write that may change published content. Only one such write runs at a time. If the write
 * moved a page, adds redirects in the same transaction. Throws the errors of `operation`,
 * "unauthenticated" and "forbidden" without the right to publish, and "invalid" for an address that
 * a page cannot have.
 */
export async function changeSite<T>(
  { database, onPaypalAddressChanged, onWordsChanged, watchPages, ...taken }: ContentDependencies,
  by: Authorship,
  operation: (tx: WriteTransaction) => Promise<T>,
): Promise<T> {
  requireRight(by.actor, "publish content");
  await loadCssCheck();
  return database.write(async (tx) => {
    await lockSite(tx);
    const before = await readPageAddresses(tx);
    const receiver = await paypalAddressIn(tx);
    const words = await wordsOfLook(tx);
    const noteChanges = await watchPages?.(tx);
    const result = await operation(tx);
    const wordsNow = await wordsOfLook(tx);
    if (wordsNow !== words) await onWordsChanged?.(tx, by, wordsNow);
    await movePages(tx, before, taken, by);
    await noteChanges?.(by.at);
    const after = await paypalAddressIn(tx);
    if (after !== receiver) await onPaypalAddressChanged?.(tx, { ...by, after });
    return result;
  });
}

/** Null without a published address. */
async function paypalAddressIn(tx: WriteTransaction): Promise<string | null> {
  const [record] = await listRecords(tx, paymentEmail);
  return record?.paypalEmail ?? null;
}

/** The set of words that the published look has. */
async function wordsOfLook(tx: WriteTransaction): Promise<LookRecord["words"]> {
  const [record] = await listRecords(tx, look);
  return record?.words ?? "Farm";
}

/** Prevents two simultaneous writes from giving two pages the same address. */
export async function lockSite(tx: WriteTransaction): Promise<void> {
  // SQLite runs one write transaction at a time, so it needs no lock.
  if (engineOf(tx) === "sqlite") return;
  await sql`select pg_advisory_xact_lock('content_records'::regclass::oid::integer, 0)`.execute(tx);
}

export interface ContentDependencies extends TakenPaths {
  readonly database: Database;
  readonly clock: Clock;
  /** Kinds of the sections that pages are made of. */
  readonly sectionKinds: SectionKinds;
  readonly publicUrl: string;
  /** Called when a write changes the address that receives payments; null when it removes it. */
  readonly onPaypalAddressChanged?: (
    tx: WriteTransaction,
    change: Authorship & { readonly after: string | null },
  ) => Promise<void>;
  /**
   * Called when a write changes the words of the published look, in the same transaction: by the
   * panel, a REST call, a release, an import or the history alike.
   */
  readonly onWordsChanged?: (
    tx: WriteTransaction,
    by: Authorship,
    words: LookRecord["words"],
  ) => Promise<unknown>;
  /** Called before a write. What it returns is called after the write, in the same transaction. */
  readonly watchPages?: (
    tx: WriteTransaction,
  ) => Promise<((at: number) => Promise<void>) | undefined>;
}

/**
 * Checks a record that was just published. Throws like `requireValidRedirect`, and throws "invalid"
 * with the field when another published record has the same value in the block's unique field.
 * Records from an import, the trash or the history are not checked.
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
  const message = `“${value}” is taken by another item. Choose another one.`;
  throw new AppError("invalid", message, { issues: [{ path, message }] });
}
