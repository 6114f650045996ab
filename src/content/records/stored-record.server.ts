import type { Selectable } from "kysely";
import {
  engineOf,
  type Queries,
  type Tables,
  type WriteTransaction,
} from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { findBlock } from "../model/blocks.ts";
import { isExampleApartFromName } from "../model/business-facts.ts";
import type { Block } from "../model/define.ts";
import { seedsOf } from "../plain/plain-seeds.ts";

export type Values = Readonly<Record<string, string>>;

interface DraftText {
  readonly text: string;
  /**
   * Published text when the field entered the draft; "" in an unpublished record. If the published
   * text differs later, somebody else has published another text.
   */
  readonly over: string;
}

/** By field name; contains only fields that the draft changes. */
export type DraftTexts = Readonly<Record<string, DraftText>>;

export interface RecordState {
  readonly published: Values | null;
  readonly draft: DraftTexts | null;
}

/** Published values of every field that the block has now; "" for a field without a value. */
export function publishedValues(block: Block, { published }: RecordState): Values {
  return valuesBy(block, (name) => published?.[name] ?? "");
}

/** Published values with the draft's changes applied, for every field that the block has now. */
export function editedValues(block: Block, { published, draft }: RecordState): Values {
  return valuesBy(block, (name) => draft?.[name]?.text ?? published?.[name] ?? "");
}

/**
 * The draft that changes the published values to `values`; null if a published record needs no
 * change.
 */
export function draftFor(
  block: Block,
  { published, draft: earlier }: RecordState,
  values: Values,
): DraftTexts | null {
  const texts = Object.keys(block.fields).flatMap((name): [string, DraftText][] => {
    const text = values[name] ?? "";
    const said = published?.[name] ?? "";
    return text === said ? [] : [[name, { text, over: earlier?.[name]?.over ?? said }]];
  });
  return texts.length === 0 && published !== null ? null : Object.fromEntries(texts);
}

export function sameValues(block: Block, one: Values, other: Values): boolean {
  return Object.keys(block.fields).every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

function valuesBy(block: Block, textOf: (name: string) => string): Values {
  return Object.fromEntries(Object.keys(block.fields).map((name) => [name, textOf(name)]));
}

export async function storedAfter(tx: WriteTransaction, id: string): Promise<StoredRecord> {
  const record = await findStored(tx, id);
  if (record === undefined) throw new Error(`The record ${id} was written and is not there.`);
  return record;
}

/** A record with its draft, so it must be shown only to admins. */
export interface StoredRecord extends RecordState {
  readonly id: string;
  readonly block: Block;
  readonly position: number;
  readonly draftPosition: number | null;
  readonly revision: number;
  readonly author: string;
  readonly updatedAt: number;
  readonly draftAuthor: string | null;
  readonly draftAt: number | null;
  readonly deletedAt: number | null;
}

/** True if publishing would change the record's texts or move it in its list. */
export function hasDraft({ draft, draftPosition }: StoredRecord): boolean {
  return draft !== null || draftPosition !== null;
}

/** Sorts records in the order that they would have after the publication of all drafts. */
export function inDraftOrder(records: readonly StoredRecord[]): StoredRecord[] {
  const placeOf = ({ draftPosition, position }: StoredRecord) => draftPosition ?? position;
  return records.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || (one.id < other.id ? -1 : 1),
  );
}

/**
 * Records in their published order, without the trash and without blocks that no longer exist.
 * Includes unpublished records.
 */
export async function listStored(queries: Queries, block?: Block): Promise<StoredRecord[]> {
  const rows = await queries
    .selectFrom("content_records")
    .selectAll()
    .where("deleted_at", "is", null)
    .$if(block !== undefined, (query) => query.where("block", "=", block?.name ?? ""))
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.flatMap((row) => storedRecord(row) ?? []);
}

/** The records for which `hasDraft` is true, in the order of `listStored`. */
export async function listDrafted(queries: Queries, block?: Block): Promise<StoredRecord[]> {
  const rows = await queries
    .selectFrom("content_records")
    .selectAll()
    .where((where) =>
      where.or([where("draft_values", "is not", null), where("draft_position", "is not", null)]),
    )
    .where("deleted_at", "is", null)
    .$if(block !== undefined, (query) => query.where("block", "=", block?.name ?? ""))
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.flatMap((row) => storedRecord(row) ?? []);
}

export async function findStored(queries: Queries, id: string): Promise<StoredRecord | undefined> {
  if (!canBeId(id)) return undefined;
  const row = await queries
    .selectFrom("content_records")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && storedRecord(row);
}

/** Throws "not-found" for an unknown id or a record in the trash. */
export async function lockRecord(
  tx: WriteTransaction,
  block: Block,
  id: string,
): Promise<StoredRecord> {
  const record = await lockAnyRecord(tx, id);
  if (record === undefined || record.block !== block || record.deletedAt !== null) {
    throw noSuchRecord(block);
  }
  return record;
}

export async function lockAnyRecord(
  tx: WriteTransaction,
  id: string,
): Promise<StoredRecord | undefined> {
  if (!canBeId(id)) return undefined;
  const row = await tx
    .selectFrom("content_records")
    .selectAll()
    .where("id", "=", id)
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  return row && storedRecord(row);
}

/** Without `block`, locks all records. */
export async function lockRecords(tx: WriteTransaction, block?: Block): Promise<void> {
  // SQLite runs one write transaction at a time, so it needs no lock.
  if (engineOf(tx) === "sqlite") return;
  await tx
    .selectFrom("content_records")
    .select("id")
    .$if(block !== undefined, (query) => query.where("block", "=", block?.name ?? ""))
    // Sorted, so that two transactions lock in the same order and cannot deadlock.
    .orderBy("id")
    .forUpdate()
    .execute();
}

export function noSuchRecord(block: Block): AppError {
  return new AppError("not-found", `There is no such item in ${block.title}.`);
}

export function recordState(row: {
  field_values: string;
  draft_values: string | null;
}): RecordState {
  return {
    published: row.field_values === "{}" ? null : (JSON.parse(row.field_values) as Values),
    draft: row.draft_values === null ? null : (JSON.parse(row.draft_values) as DraftTexts),
  };
}

/** Undefined for a block that this version of Furrow no longer has. */
export function storedRecord(row: Selectable<Tables["content_records"]>): StoredRecord | undefined {
  const block = findBlock(row.block);
  return (
    block && {
      ...recordState(row),
      id: row.id,
      block,
      position: row.position,
      draftPosition: row.draft_position,
      revision: row.revision,
      author: row.author,
      updatedAt: row.updated_at,
      draftAuthor: row.draft_author,
      draftAt: row.draft_at,
      deletedAt: row.deleted_at,
    }
  );
}

export const demonstrationAuthor = "demonstration";

/**
 * True while a record has the invented texts of a new installation, with any name of the business
 * in them. Moving the record does not change this.
 */
export function isDemonstration(
  record: RecordState & Pick<StoredRecord, "block" | "author">,
): boolean {
  if (record.block.seedMayStay === true || record.author !== demonstrationAuthor) return false;
  return hasSeededTexts(record);
}

/** True if the published texts are those of a seed, apart from the name of the business. */
export function hasSeededTexts(record: RecordState & Pick<StoredRecord, "block">): boolean {
  const { block } = record;
  if (record.published === null) return false;
  const said = publishedValues(block, record);
  return [...seedsOf(block, "farm"), ...seedsOf(block, "plain")].some((seed) =>
    Object.keys(block.fields).every((name) =>
      isExampleApartFromName(seed[name] ?? "", said[name] ?? ""),
    ),
  );
}
