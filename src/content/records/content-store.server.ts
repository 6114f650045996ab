import type { Queries } from "#platform/database/database.ts";
import { preparedQuery, preparedRows } from "#platform/database/prepared-query.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { movableListings } from "../addresses/listings.ts";
import { ownAddressesIn } from "../addresses/own-pages.server.ts";
import {
  movablePages,
  type OwnAddresses,
  pageAddresses,
  presentLink,
} from "../addresses/page-addresses.ts";
import { hasPublishedArticles } from "../articles/read-articles.server.ts";
import { blocks } from "../model/blocks.ts";
import { type AnyRecord, type Block, publicFields, type RecordOf } from "../model/define.ts";
import type { FieldKind } from "../model/fields.ts";
import type { SiteContent } from "../model/site-content.ts";
import { withLinksInSections, withLinksInText } from "../sections/links-in-sections.ts";
import { editedValues, publishedValues, recordState } from "./stored-record.server.ts";

/** Unix milliseconds of the last published change or deletion in each block, by block name. */
export async function lastChanges(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom("content_records")
    .select(({ fn }) => [
      "block",
      fn.max("updated_at").as("updated_at"),
      fn.max("deleted_at").as("deleted_at"),
    ])
    .where("block", "in", siteBlocks)
    .where("published_at", "is not", null)
    .groupBy("block")
    .execute();
  const pages = await queries
    .selectFrom("site_pages")
    .select(({ fn }) => ["block", fn.max("updated_at").as("updated_at")])
    .where("address", "is not", null)
    .groupBy("block")
    .execute();
  return new Map([
    ...rows.map((row) => [row.block, Math.max(row.updated_at, row.deleted_at ?? 0)] as const),
    ...pages.map((row) => [row.block, Number(row.updated_at)] as const),
  ]);
}

export async function listRecords<B extends Block>(
  queries: Queries,
  block: B,
): Promise<RecordOf<B>[]> {
  const rows = await recordsOfBlock(queries, block);
  return rows.map((row) => asRecord(block, row));
}

/** Like `listRecords`, at most `most` records after the record `after`; throws "not-found" without it. */
export async function listRecordsAfter<B extends Block>(
  queries: Queries,
  block: B,
  { after, most }: { readonly after: string | undefined; readonly most: number },
): Promise<RecordOf<B>[]> {
  const published = queries
    .selectFrom("content_records")
    .where("block", "=", block.name)
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null);
  const start =
    after === undefined
      ? undefined
      : await published.select("position").where("id", "=", after).executeTakeFirst();
  if (after !== undefined && start === undefined) {
    throw new AppError("not-found", "There is no such record to start after.");
  }
  const rows = await published
    .select(["id", "field_values"])
    .$if(start !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where("position", ">", start?.position ?? 0),
          where.and([where("position", "=", start?.position ?? 0), where("id", ">", after ?? "")]),
        ]),
      ),
    )
    .orderBy("position")
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map((row) => asRecord(block, row));
}

const recordsOfBlock = preparedQuery((queries, block: { name: string }) =>
  queries
    .selectFrom("content_records")
    .select(["id", "field_values"])
    .where("block", "=", block.name)
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .orderBy("position")
    .orderBy("id")
    .compile(),
);

type Singletons<Blocks extends readonly Block[]> = {
  -readonly [Index in keyof Blocks]: RecordOf<Blocks[Index]> | undefined;
};

/** Reads the records of several blocks with one query. */
export async function readSingletons<const Blocks extends readonly Block[]>(
  queries: Queries,
  blocks: Blocks,
): Promise<Singletons<Blocks>> {
  const rows = await singletonRows(queries, blocks);
  const records = blocks.map((block) => {
    const row = rows.find(({ block: name }) => name === block.name);
    return row && asRecord(block, row);
  });
  return records as Singletons<Blocks>;
}

const singletonRows = preparedRows((queries, blocks: readonly { name: string }[]) =>
  queries
    .selectFrom("content_records")
    .select(["id", "block", "field_values"])
    .where(
      "block",
      "in",
      blocks.map(({ name }) => name),
    )
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .compile(),
);

/** Undefined for an unknown id, an unpublished record and a record in the trash. */
export async function findRecord<B extends Block>(
  queries: Queries,
  block: B,
  id: string,
): Promise<RecordOf<B> | undefined> {
  if (!canBeId(id)) return undefined;
  const [row] = await recordById(queries, { id, block: block.name });
  return row && asRecord(block, row);
}

const recordById = preparedQuery((queries, record: { id: string; block: string }) =>
  queries
    .selectFrom("content_records")
    .select(["id", "field_values"])
    .where("id", "=", record.id)
    .where("block", "=", record.block)
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .compile(),
);

/**
 * Reads the content of the public pages in one query. With `forTeam`, records have the fields that
 * only the team reads. With `withDrafts`, they have these fields as well, and the content is as if
 * all drafts were published, for previews that only the team sees; required fields may then be "".
 */
export async function readSiteContent(
  queries: Queries,
  { withDrafts = false, forTeam = false } = {},
): Promise<SiteContent> {
  const rows = await (withDrafts ? draftedSiteRows : siteRows)(queries, {});
  const rowsOf = Map.groupBy(rows, (row) => row.block);
  const recordsOf = (block: Block): AnyRecord[] =>
    withDrafts
      ? draftedRecords(block, rowsOf.get(block.name) ?? [])
      : (rowsOf.get(block.name) ?? []).map((row) =>
          forTeam
            ? { _id: row.id, ...publishedValues(block, recordState(row)) }
            : asRecord(block, row),
        );
  const texts = rows.flatMap((row) => [row.field_values, row.draft_values ?? ""]);
  return siteOf(recordsOf, {
    ownAddresses: await ownAddressesIn(queries, texts),
    hasArticles: await hasPublishedArticles(queries),
  });
}

interface OwnPages {
  /** Where pages to which records link are. */
  readonly ownAddresses: OwnAddresses;
  readonly hasArticles: boolean;
}

/** The site with the records of each block, and with links to where its pages are. */
export function siteOf(
  recordsOf: (block: Block) => readonly AnyRecord[],
  { ownAddresses, hasArticles }: OwnPages,
): SiteContent {
  const addresses = pageAddresses((page) => recordsOf(movableListings[page])[0]);
  const present = (link: string) => presentLink(addresses, link, ownAddresses);
  const entries = Object.entries(blocks as Readonly<Record<string, Block>>)
    .filter(([, block]) => siteBlocks.includes(block.name))
    .map(([key, block]): [string, AnyRecord | AnyRecord[] | undefined] => {
      const records = recordsOf(block).map((record) => withPresentLinks(block, record, present));
      return [key, block.shape === "singleton" ? records[0] : records];
    });
  return { ...Object.fromEntries(entries), hasArticles } as unknown as SiteContent;
}

/**
 * A page or an article with its links as they are now; undefined for an unknown id and one in the
 * trash. With `withDrafts`, also an unpublished one, and as if its draft were published.
 */
export async function readSitePage<B extends Block>(
  queries: Queries,
  block: B,
  id: string,
  { withDrafts = false } = {},
): Promise<RecordOf<B> | undefined> {
  if (!canBeId(id)) return undefined;
  const row = await queries
    .selectFrom("content_records")
    .select(["id", "field_values", "draft_values"])
    .where("id", "=", id)
    .where("block", "=", block.name)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const state = recordState(row);
  if (state.published === null && !withDrafts) return undefined;
  const values = withDrafts ? editedValues(block, state) : publishedValues(block, state);
  return shownPage(queries, block, { _id: id, ...values });
}

/** The page or article with its links as they are now; its texts need not be stored. */
export async function shownPage<B extends Block>(
  queries: Queries,
  block: B,
  record: AnyRecord,
): Promise<RecordOf<B>> {
  const listings = movablePages.map((page) => movableListings[page]);
  const found = await readSingletons(queries, listings);
  const addresses = pageAddresses((page) => found[movablePages.indexOf(page)]);
  const ownAddresses = await ownAddressesIn(queries, Object.values(record));
  const present = (link: string) => presentLink(addresses, link, ownAddresses);
  return withPresentLinks(block, record, present) as RecordOf<B>;
}

/** Names of the blocks that `readSiteContent` reads. */
export const siteBlocks = (Object.values(blocks) as readonly Block[])
  .filter(({ readBy, isRead }) => readBy === "everyone" && isRead !== "alone")
  .map(({ name }) => name);

const siteRows = preparedQuery((queries, _values: object) =>
  selectSiteRows(queries)
    .where("published_at", "is not", null)
    .orderBy("block")
    .orderBy("position")
    .orderBy("id")
    .compile(),
);

const draftedSiteRows = preparedQuery((queries, _values: object) =>
  selectSiteRows(queries)
    .orderBy("block")
    .orderBy(({ fn }) => fn.coalesce("draft_position", "position"))
    .orderBy("position")
    .orderBy("id")
    .compile(),
);

function selectSiteRows(queries: Queries) {
  return queries
    .selectFrom("content_records")
    .select(["id", "block", "field_values", "draft_values"])
    .where("block", "in", siteBlocks)
    .where("deleted_at", "is", null);
}

interface Row {
  readonly id: string;
  readonly field_values: string;
}

interface KeptRecord {
  readonly block: Block;
  readonly text: string;
  readonly record: unknown;
}

/**
 * Parsed records by id, each with the JSON text that it was parsed from, because parsing takes
 * longer than comparing the text.
 */
const keptRecords = new Map<string, KeptRecord>();
const mostKept = 1000;

/**
 * Converts a row to a record for everyone, without the fields that only the team reads. A field that the block got after the record was saved is ""; a field
 * that the block no longer has is omitted. The record is frozen, because all callers share it.
 */
function asRecord<B extends Block>(block: B, { id, field_values: text }: Row): RecordOf<B> {
  const kept = keptRecords.get(id);
  if (kept?.block === block && kept.text === text) return kept.record as RecordOf<B>;
  const state = recordState({ field_values: text, draft_values: null });
  const record = Object.freeze(
    publicRecord(block, { _id: id, ...publishedValues(block, state) }),
  ) as RecordOf<B>;
  // Thousands of articles must not displace the records that every page shows.
  if (block.isRead === "alone") return record;
  if (keptRecords.size >= mostKept) keptRecords.clear();
  keptRecords.set(id, { block, text, record });
  return record;
}

/** The record without the fields that only the team reads. */
export function publicRecord(block: Block, record: AnyRecord): AnyRecord {
  const values = publicFields(block).map((name) => [name, record[name] ?? ""]);
  return { _id: record._id, ...Object.fromEntries(values) };
}

/** Records as if all drafts were published, so that one record has the block's exclusive mark. */
function draftedRecords(
  block: Block,
  rows: readonly (Row & { draft_values: string | null })[],
): AnyRecord[] {
  const records = rows.map((row) => asDrafted(block, row));
  const { exclusiveMark: mark } = block;
  if (mark === undefined) return records;
  const marked = records.filter((record) => record[mark] !== "");
  const takesMark = ({ _id }: AnyRecord) => {
    const row = rows.find(({ id }) => id === _id);
    return row !== undefined && Object.hasOwn(recordState(row).draft ?? {}, mark);
  };
  const winner = marked.findLast(takesMark) ?? marked[0];
  return records.map((record) => (record === winner ? record : { ...record, [mark]: "" }));
}

function asDrafted(block: Block, row: Row & { draft_values: string | null }): AnyRecord {
  const state = recordState(row);
  const said = publishedValues(block, state);
  // The site serves a page at its published address, so links in a preview must not use the address
  // of a draft.
  const addresses = namesOf(block, "address").map((name) => [name, said[name] ?? ""]);
  return { _id: row.id, ...editedValues(block, state), ...Object.fromEntries(addresses) };
}

/** The record with its links as they are now, also those in its sections and its text. */
/** A record with its links as they are now. */
export function withPresentLinks<Shown extends AnyRecord>(
  block: Block,
  record: Shown,
  present: (link: string) => string,
): Shown {
  const changed = Object.entries(block.fields).flatMap(([name, { kind }]) => {
    const value = record[name] ?? "";
    const shown = value === "" ? "" : presentIn(kind, value, present);
    return shown === value ? [] : [[name, shown]];
  });
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) };
}

function presentIn(kind: FieldKind, value: string, present: (link: string) => string): string {
  if (kind === "url" || kind === "target") return present(value);
  if (kind === "richText") return withLinksInText(value, present);
  return kind === "sections" ? withLinksInSections(value, present) : value;
}

function namesOf(block: Block, kind: FieldKind): string[] {
  return Object.keys(block.fields).filter((name) => block.fields[name]?.kind === kind);
}
