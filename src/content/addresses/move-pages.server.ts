import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { redirects } from "../blocks/redirects.ts";
import { readSingletons } from "../records/content-store.server.ts";
import { type Authorship, changePlace, insertRecord } from "../records/record-writes.server.ts";
import { findStored, listStored, type StoredRecord } from "../records/stored-record.server.ts";
import { firstWordOf, isSameAddress, pathOf } from "./address-spelling.ts";
import { defaultAddresses, movableListings } from "./listings.ts";
import {
  type MovablePage,
  movablePages,
  type PageAddresses,
  pageAddresses,
  pageAt,
  pageByDefaultAt,
} from "./page-addresses.ts";

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
  reservedWords: ReadonlySet<string>,
  by: Authorship,
): Promise<void> {
  const now = await readPageAddresses(tx);
  requireFreeAddresses(before, now, reservedWords);
  for (const page of movedPages(before, now)) {
    const [from = "", to = ""] = [before.get(page), now.get(page)];
    await requireNoRecord(tx, page, to);
    for (const record of await redirectsFrom(tx, to)) await changePlace(tx, record, "deleted", by);
    const isLeft = pageAt(now, from) === undefined && pageByDefaultAt(from) === undefined;
    if (!isLeft || (await redirectsFrom(tx, from)).length > 0) continue;
    // The redirect leads to the default address, which always leads to the page. If the redirect
    // led to the new address, a later move would make a chain of redirects.
    const newAddress = defaultAddresses[page];
    await insertRecord(tx, redirects, { oldAddress: from, becameOf: "Moved", newAddress }, by);
  }
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
      throw refusal(page, address, `is the address of “${movableListings[other].title}”`);
    }
    const word = firstWordOf(address);
    if (reservedWords.has(word) && word !== firstWordOf(defaultAddresses[page])) {
      throw refusal(page, address, `cannot be used, because the site itself needs /${word}`);
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
async function requireNoRecord(
  tx: WriteTransaction,
  page: MovablePage,
  address: string,
): Promise<void> {
  if ((await findStored(tx, firstWordOf(address))) === undefined) return;
  throw refusal(page, address, "cannot be used, because the panel edits a record there");
}

async function redirectsFrom(tx: WriteTransaction, address: string): Promise<StoredRecord[]> {
  return (await listStored(tx, redirects)).filter(
    ({ published }) => published && isSameAddress(pathOf(published.oldAddress ?? ""), address),
  );
}

function refusal(page: MovablePage, address: string, reason: string): AppError {
  const { label } = movableListings[page].fields.pageAddress;
  const message = `${label}: ${address} ${reason}. Choose another one.`;
  return new AppError("invalid", message, { issues: [{ path: "pageAddress", message }] });
}
