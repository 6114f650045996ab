import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { redirects } from "../blocks/redirects.ts";
import { readSingletons } from "../records/content-store.server.ts";
import { type Authorship, changePlace, insertRecord } from "../records/record-writes.server.ts";
import { findStored, type StoredRecord } from "../records/stored-record.server.ts";
import { firstWordOf, isSameAddress, spellingOf } from "./address-spelling.ts";
import { isBelowArticleList } from "./article-lists.ts";
import { defaultAddresses, movableListings, pageOfListing } from "./listings.ts";
import {
  type MovablePage,
  movablePages,
  type PageAddresses,
  pageAddresses,
  pageAt,
  pageByDefaultAt,
} from "./page-addresses.ts";
import { redirectsAt } from "./redirect-paths.server.ts";

/** What an own page or an article can be moved to; `server/moved-pages.ts` computes both sets. */
export interface TakenPaths {
  /** First path segments that the site itself needs. */
  readonly reservedWords: ReadonlySet<string>;
  /** Reserved words below which own pages can be, such as "service" for "/service/local-seo". */
  readonly openWords: ReadonlySet<string>;
  /** Normalised paths that the site itself serves. */
  readonly ownPaths: ReadonlySet<string>;
}

export async function readPageAddresses(queries: Queries): Promise<PageAddresses> {
  const blocks = movablePages.map((page) => movableListings[page]);
  const records = await readSingletons(queries, blocks);
  return pageAddresses((page) => records[movablePages.indexOf(page)]);
}

/**
 * Called after a write that may have moved pages; `before` has the addresses before the write. Adds
 * redirects from former addresses and deletes redirects from new addresses. Throws "invalid" for an
 * address that a page cannot have.
 */
export async function movePages(
  tx: WriteTransaction,
  before: PageAddresses,
  taken: TakenPaths,
  by: Authorship,
): Promise<void> {
  const now = await readPageAddresses(tx);
  requireFreeAddresses(before, now, taken.reservedWords);
  const moves: Move[] = [];
  for (const page of movedPages(before, now)) {
    const [from = "", to = ""] = [before.get(page), now.get(page)];
    await requireNoRecord(tx, to);
    // The redirect leads to the default address, which always leads to the page. If the redirect
    // led to the new address, a later move would make a chain of redirects.
    moves.push({ from, to, target: defaultAddresses[page] });
  }
  moves.push(...(await settleOwnPages(tx, now, taken)));
  for (const page of movedPages(before, now)) await requireNoOwnPage(tx, now.get(page) ?? "");
  for (const { from, to, target } of moves) {
    for (const record of await redirectsFrom(tx, to)) await changePlace(tx, record, "deleted", by);
    if (from === null || (await isAddressOfPage(tx, now, from))) continue;
    if ((await redirectsFrom(tx, from)).length > 0) continue;
    const redirect = { oldAddress: from, becameOf: "Moved", newAddress: target };
    await insertRecord(tx, redirects, redirect, by);
  }
}

interface Move {
  /** Null for a page that was not on the site before. */
  readonly from: string | null;
  readonly to: string;
  /** What a redirect from the former address leads to, wherever the page moves next. */
  readonly target: string;
}

async function isAddressOfPage(
  tx: WriteTransaction,
  now: PageAddresses,
  address: string,
): Promise<boolean> {
  if (pageAt(now, address) !== undefined || pageByDefaultAt(address) !== undefined) return true;
  return (await ownPageAt(tx, spellingOf(address))) !== undefined;
}

async function ownPageAt(tx: WriteTransaction, address: string) {
  return tx
    .selectFrom("site_pages")
    .select(["record_id", "title"])
    .where("address", "=", address)
    .executeTakeFirst();
}

async function requireNoOwnPage(tx: WriteTransaction, address: string): Promise<void> {
  const page = await ownPageAt(tx, spellingOf(address));
  if (page !== undefined) throw refusal(address, `is the address of the page “${page.title}”`);
}

/**
 * Gives the own pages and articles that the transaction has moved or published their addresses.
 * Throws "invalid" for an address that such a page cannot have.
 */
async function settleOwnPages(
  tx: WriteTransaction,
  now: PageAddresses,
  taken: TakenPaths,
): Promise<Move[]> {
  const pages = await tx
    .selectFrom("site_pages")
    .select(["record_id", "address", "wanted_address", "path", "title"])
    .where("address", "is distinct from", (where) => where.ref("wanted_address"))
    .orderBy("record_id")
    .execute();
  if (pages.length === 0) return [];
  const ids = pages.map(({ record_id }) => record_id);
  // Two pages may exchange their addresses, so all of them first give up the address that they had.
  await tx.updateTable("site_pages").set({ address: null }).where("record_id", "in", ids).execute();
  const moves: Move[] = [];
  for (const { record_id: id, address: from, wanted_address: to, path } of pages) {
    if (to === null) continue;
    requireFreePath(now, path, taken);
    await requireNoRecord(tx, path);
    await requireNoOwnPage(tx, path);
    await tx.updateTable("site_pages").set({ address: to }).where("record_id", "=", id).execute();
    moves.push({ from, to, target: `page:${id}` });
  }
  return moves;
}

/** Throws "invalid" for paths that own pages cannot have, and for two pages at one path. */
export function requireFreePaths(
  now: PageAddresses,
  pages: readonly { readonly title: string; readonly path: string }[],
  taken: TakenPaths,
): void {
  const titles = new Map<string, string>();
  for (const { title, path } of pages) {
    requireFreePath(now, path, taken);
    const other = titles.get(spellingOf(path));
    if (other !== undefined) throw refusal(path, `is the address of the page “${other}”`);
    titles.set(spellingOf(path), title);
  }
}

/** Throws "invalid" for an address of a specified page and for a reserved path. */
export function requireFreePath(now: PageAddresses, address: string, taken: TakenPaths): void {
  const specified = pageAt(now, address) ?? pageByDefaultAt(address);
  if (specified !== undefined) {
    throw refusal(
      address,
      `is the address of the page “${pageOfListing(movableListings[specified])}”`,
    );
  }
  if (isBelowArticleList(now.get("articles") ?? defaultAddresses.articles, address)) {
    throw refusal(address, "cannot be used, because the list of articles needs it");
  }
  if (isReserved(address, taken)) {
    const word = firstWordOf(address);
    throw refusal(address, `cannot be used, because the site itself needs /${word}`);
  }
}

/** True for a path at which no own page and no article can be. */
export function isReserved(
  path: string,
  { reservedWords, openWords, ownPaths }: TakenPaths,
): boolean {
  const [, word = "", ...below] = spellingOf(path).split("/");
  if (!reservedWords.has(word)) return false;
  return below.length === 0 || !openWords.has(word) || ownPaths.has(spellingOf(path));
}

/** Throws "invalid" when a page was moved to an address of another page or to a reserved path. */
export function requireFreeAddresses(
  before: PageAddresses,
  now: PageAddresses,
  reservedWords: ReadonlySet<string>,
): void {
  for (const page of movedPages(before, now)) {
    const address = now.get(page) ?? "";
    if (pageByDefaultAt(address) === page) continue;
    const other = movablePages.find(
      (one) =>
        one !== page &&
        [now.get(one) ?? "", defaultAddresses[one]].some((its) => isSameAddress(its, address)),
    );
    if (other !== undefined) {
      throw refusal(
        address,
        `is the address of the page “${pageOfListing(movableListings[other])}”`,
      );
    }
    const word = firstWordOf(address);
    if (reservedWords.has(word) && word !== firstWordOf(defaultAddresses[page])) {
      throw refusal(address, `cannot be used, because the site itself needs /${word}`);
    }
  }
}

function movedPages(before: PageAddresses, now: PageAddresses): MovablePage[] {
  return movablePages.filter((page) => !isSameAddress(before.get(page) ?? "", now.get(page) ?? ""));
}

/**
 * Throws "invalid" for a path `/{id}` with a record's id, because the panel edits some records at
 * such paths.
 */
async function requireNoRecord(tx: WriteTransaction, address: string): Promise<void> {
  if ((await findStored(tx, firstWordOf(address))) === undefined) return;
  throw refusal(address, "cannot be used, because the panel edits a record there");
}

async function redirectsFrom(tx: WriteTransaction, address: string): Promise<StoredRecord[]> {
  const found = await redirectsAt(tx, { path: spellingOf(address) });
  const records: StoredRecord[] = [];
  for (const { id } of found) {
    const record = await findStored(tx, id);
    if (record !== undefined) records.push(record);
  }
  return records;
}

function refusal(address: string, reason: string): AppError {
  const message = `Address of the page: ${address} ${reason}. Choose another one.`;
  return new AppError("invalid", message, { issues: [{ path: "pageAddress", message }] });
}
