import type { Database, Queries } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { movableListings } from "../addresses/listings.ts";
import { pagesTargetedIn } from "../addresses/own-pages.server.ts";
import {
  movablePages,
  type OwnAddresses,
  pageAddresses,
  presentLink,
} from "../addresses/page-addresses.ts";
import { articles } from "../blocks/articles.ts";
import { pages } from "../blocks/pages.ts";
import type { AnyRecord, Block } from "../model/define.ts";
import type { SiteContent } from "../model/site-content.ts";
import {
  publicRecord,
  siteBlocks,
  siteOf,
  withPresentLinks,
} from "../records/content-store.server.ts";
import { publishedValues, recordState } from "../records/stored-record.server.ts";
import {
  ownPagesAsOf,
  type PageAsOf,
  type RowAsOf,
  rowsAsOf,
  wasShown,
} from "./states-as-of.server.ts";

interface ReadDependencies {
  readonly database: Database;
}

/** The content of the public pages as visitors saw it at a time, with the addresses of then. */
export async function readSiteAsOf(
  { database }: ReadDependencies,
  actor: Actor,
  at: number,
): Promise<SiteContent> {
  requireRight(actor, "edit content");
  const rows = await rowsAsOf(database.read, at, { blocks: siteBlocks });
  const rowsOf = Map.groupBy(rows, (row) => row.block);
  const recordsOf = (block: Block) =>
    (rowsOf.get(block.name) ?? []).map((row) => recordAsOf(block, row));
  return siteOf(recordsOf, {
    ownAddresses: await ownAddressesAsOf(database.read, at, rows),
    hasArticles: await wasShown(database.read, at, articles),
  });
}

const ownBlocks: readonly Block[] = [pages, articles];
const titleFields = Object.fromEntries(ownBlocks.map(({ name, labelField }) => [name, labelField]));

/** An own page or an article as visitors saw it at a time; undefined if they did not. */
export async function readPageAsOf(
  { database }: ReadDependencies,
  actor: Actor,
  at: number,
  id: string,
): Promise<{ readonly block: string; readonly record: AnyRecord } | undefined> {
  requireRight(actor, "edit content");
  const { read } = database;
  const [row] = await rowsAsOf(read, at, { ids: [id] });
  const block = ownBlocks.find(({ name }) => name === row?.block);
  if (row === undefined || block === undefined) return undefined;
  const listings = movablePages.map((page) => movableListings[page].name);
  const listed = await rowsAsOf(read, at, { blocks: listings });
  const addresses = pageAddresses((page) => {
    const listing: Block = movableListings[page];
    const found = listed.find((each) => each.block === listing.name);
    return found && recordAsOf(listing, found);
  });
  const ownAddresses = await ownAddressesAsOf(read, at, [row]);
  const present = (link: string) => presentLink(addresses, link, ownAddresses);
  return { block: block.name, record: withPresentLinks(block, recordAsOf(block, row), present) };
}

/** The own pages and the articles of a time, by their titles. */
export async function listPagesAsOf(
  { database }: ReadDependencies,
  actor: Actor,
  at: number,
): Promise<readonly PageAsOf[]> {
  requireRight(actor, "edit content");
  return ownPagesAsOf(database.read, at, titleFields);
}

async function ownAddressesAsOf(
  queries: Queries,
  at: number,
  rows: readonly RowAsOf[],
): Promise<OwnAddresses> {
  const ids = pagesTargetedIn(rows.map(({ field_values }) => field_values));
  const targeted = await rowsAsOf(queries, at, { ids });
  return new Map(
    targeted.map(({ id, field_values: text }) => {
      const { published } = recordState({ field_values: text, draft_values: null });
      return [id, published?.pageAddress ?? ""];
    }),
  );
}

function recordAsOf(block: Block, { id, field_values: text }: RowAsOf): AnyRecord {
  const state = recordState({ field_values: text, draft_values: null });
  return publicRecord(block, { _id: id, ...publishedValues(block, state) });
}
