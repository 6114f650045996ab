import type { Selectable } from "kysely";
import {
  engineOf,
  type Queries,
  type Tables,
  type WriteTransaction,
} from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { canBeId } from "../../platform/ids.ts";
import { findBlock } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import type { DraftTexts, RecordState, Values } from "./record-state.ts";

/** A record as the transaction has just left it. */
export async function storedAfter(tx: WriteTransaction, id: string): Promise<StoredRecord> {
  const record = await findStored(tx, id);
  if (record === undefined) throw new Error(`The record ${id} was written and is not there.`);
  return record;
}

/** A record with its draft: what operations on content work with. Never shown to the public. */
export interface StoredRecord extends RecordState {
  readonly id: string;
  readonly block: Block;
  readonly position: number;
  readonly revision: number;
  readonly author: string;
  readonly updatedAt: number;
  readonly draftAuthor: string | null;
  readonly draftAt: number | null;
  /** Set while it lies in the trash. */
  readonly deletedAt: number | null;
}

/** Records of blocks that this version has, in their order, without those in the trash. */
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

/** A record by its id, in the trash or not; undefined when there is none. */
export async function findStored(queries: Queries, id: string): Promise<StoredRecord | undefined> {
  if (!canBeId(id)) return undefined;
  const row = await queries
    .selectFrom("content_records")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && storedRecord(row);
}

/**
 * A record that is about to be changed: until the transaction ends, nobody else changes it. Throws
 * "not-found" when the block has none with this id, or it lies in the trash.
 */
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

/** The same for a record of any block, in the trash or not; undefined when there is none. */
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

/** Keeps everybody else from changing a block's records, or all records, until the end. */
export async function lockRecords(tx: WriteTransaction, block?: Block): Promise<void> {
  // SQLite has one writer, and this is it.
  if (engineOf(tx) === "sqlite") return;
  await tx
    .selectFrom("content_records")
    .select("id")
    .$if(block !== undefined, (query) => query.where("block", "=", block?.name ?? ""))
    // Always in one order, so that two who lock do not wait for each other.
    .orderBy("id")
    .forUpdate()
    .execute();
}

export function noSuchRecord(block: Block): AppError {
  return new AppError("not-found", `There is no such record in ${block.title}.`);
}

/** The published values and the draft as they stand in a record's row, or in one of its history. */
export function recordState(row: {
  field_values: string;
  draft_values: string | null;
}): RecordState {
  return {
    published: row.field_values === "{}" ? null : (JSON.parse(row.field_values) as Values),
    draft: row.draft_values === null ? null : (JSON.parse(row.draft_values) as DraftTexts),
  };
}

/** Undefined for a record of a block that this version of the program does not have. */
export function storedRecord(row: Selectable<Tables["content_records"]>): StoredRecord | undefined {
  const block = findBlock(row.block);
  return (
    block && {
      ...recordState(row),
      id: row.id,
      block,
      position: row.position,
      revision: row.revision,
      author: row.author,
      updatedAt: row.updated_at,
      draftAuthor: row.draft_author,
      draftAt: row.draft_at,
      deletedAt: row.deleted_at,
    }
  );
}
