import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { engineOf, type Queries, type Tables } from "#platform/database/database.ts";
import type { Block } from "../model/define.ts";
import { placesAsOf } from "../records/places.server.ts";

/** A record that visitors saw at a time, with its published texts of then. */
export interface RowAsOf {
  readonly id: string;
  readonly block: string;
  readonly field_values: string;
}

interface Wanted {
  /** Names of blocks; all by default. */
  readonly blocks?: readonly string[];
  readonly ids?: readonly string[];
}

/**
 * What visitors saw of the blocks at a time, in the order of then: the last entry of each record's
 * history until the time, without records that were unpublished or in the trash.
 */
export async function rowsAsOf(
  queries: Queries,
  at: number,
  wanted: Wanted,
): Promise<readonly RowAsOf[]> {
  if (wanted.ids?.length === 0 || wanted.blocks?.length === 0) return [];
  const rows = await recordsAsOf(queries, at, wanted)
    .select(["record.id", "record.block", "entry.field_values"])
    .execute();
  return inOrderOf(queries, at, rows, wanted);
}

/** Whether visitors saw a record of the block at a time. */
export async function wasShown(queries: Queries, at: number, block: Block): Promise<boolean> {
  const row = await recordsAsOf(queries, at, { blocks: [block.name] })
    .select("record.id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An own page or an article as lists show it, without its texts. */
export interface PageAsOf {
  readonly id: string;
  readonly block: string;
  readonly title: string;
  readonly address: string;
}

/** The own pages and articles that visitors could open at a time, by their titles. */
export async function ownPagesAsOf(
  queries: Queries,
  at: number,
  titleFields: Readonly<Record<string, string>>,
): Promise<readonly PageAsOf[]> {
  const pages: PageAsOf[] = [];
  for (const [block, titleField] of Object.entries(titleFields)) {
    const rows = await recordsAsOf(queries, at, { blocks: [block] })
      .select((entry) => [
        "record.id",
        textIn(queries, entry, titleField).as("title"),
        textIn(queries, entry, "pageAddress").as("address"),
      ])
      .execute();
    pages.push(
      ...rows.map(({ id, title, address }) => ({
        id,
        block,
        title: title ?? "",
        address: address ?? "",
      })),
    );
  }
  return pages.toSorted((one, other) => one.title.localeCompare(other.title, "en"));
}

type Joined = Tables & { record: Tables["content_records"]; entry: Tables["content_history"] };

/** A text of an entry, read by the database, because a page can be large. */
function textIn(
  queries: Queries,
  entry: ExpressionBuilder<Joined, "record" | "entry">,
  field: string,
): RawBuilder<string | null> {
  const values = entry.ref("entry.field_values");
  return engineOf(queries) === "postgres"
    ? sql<string | null>`${values}::json->>${field}`
    : sql<string | null>`json_extract(${values}, ${`$.${field}`})`;
}

function recordsAsOf(queries: Queries, at: number, { blocks, ids }: Wanted) {
  return queries
    .selectFrom("content_records as record")
    .innerJoin("content_history as entry", "entry.record_id", "record.id")
    .where("entry.revision", "=", (of) =>
      of
        .selectFrom("content_history as known")
        .select(({ fn }) => fn.max("known.revision").as("revision"))
        .whereRef("known.record_id", "=", "record.id")
        .where("known.at", "<=", at),
    )

    .where("entry.action", "!=", "deleted")
    .where("entry.field_values", "!=", "{}")
    .$if(blocks !== undefined, (query) => query.where("record.block", "in", blocks ?? []))
    .$if(ids !== undefined, (query) => query.where("record.id", "in", ids ?? []));
}

async function inOrderOf(
  queries: Queries,
  at: number,
  rows: readonly RowAsOf[],
  wanted: Wanted,
): Promise<readonly RowAsOf[]> {
  const places = await placesAsOf(queries, at);
  const added = await queries
    .selectFrom("content_history as entry")
    .innerJoin("content_records as record", "record.id", "entry.record_id")
    .select(["record.id", "entry.position"])
    .where("entry.revision", "=", 1)
    .$if(wanted.blocks !== undefined, (query) =>
      query.where("record.block", "in", wanted.blocks ?? []),
    )
    .$if(wanted.ids !== undefined, (query) => query.where("record.id", "in", wanted.ids ?? []))
    .execute();
  const positionAdded = new Map(added.map(({ id, position }) => [id, position ?? 0]));
  // A record that was added after the order was kept last is at the end.
  const placeOf = ({ id, block }: RowAsOf) => places(block)[id] ?? positionAdded.get(id) ?? 0;
  return rows.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || (one.id < other.id ? -1 : 1),
  );
}
