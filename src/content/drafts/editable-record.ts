import type { Database } from "#platform/database/database.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Block } from "../model/define.ts";
import {
  editedValues,
  findStored,
  hasDraft,
  inDraftOrder,
  isDemonstration,
  listStored,
  noSuchRecord,
  publishedValues,
  type StoredRecord,
  type Values,
} from "../records/stored-record.server.ts";

/** A record with its draft, so it must not become public. Times are in ISO 8601. */
export interface EditableRecord {
  readonly _id: string;
  readonly block: string;
  /** Current revision; sent back as the base of an edit. */
  readonly revision: number;
  /** Name in lists: the value of the block's label field, or else the block's title. */
  readonly label: string;
  readonly values: Values;
  readonly published: Values | null;
  readonly draft: DraftNote | null;
  readonly author: string;
  readonly updatedAt: string;
  /** True while the record still has the demonstration texts of a new installation. */
  readonly isDemonstration: boolean;
}

interface DraftNote {
  readonly fields: readonly string[];
  readonly isMoved: boolean;
  readonly author: string;
  readonly at: string;
}

export function editableRecord(record: StoredRecord): EditableRecord {
  const { block, draft } = record;
  const values = editedValues(block, record);
  return {
    _id: record.id,
    block: block.name,
    revision: record.revision,
    label: labelOf(block, values),
    values,
    published: record.published && publishedValues(block, record),
    draft: hasDraft(record)
      ? {
          fields: Object.keys(draft ?? {}).filter((name) => name in block.fields),
          isMoved: record.draftPosition !== null,
          author: record.draftAuthor ?? record.author,
          at: isoTime(record.draftAt ?? record.updatedAt),
        }
      : null,
    author: record.author,
    updatedAt: isoTime(record.updatedAt),
    isDemonstration: isDemonstration(record),
  };
}

export function labelOf(block: Block, values: Values): string {
  return values[block.labelField]?.trim() || block.title;
}

interface ReadDependencies {
  readonly database: Database;
}

/**
 * Returns the records of a block, including unpublished records, in the order that they would have
 * after the publication of all drafts.
 */
export async function listForEditing(
  { database }: ReadDependencies,
  actor: Actor,
  block: Block,
): Promise<EditableRecord[]> {
  requireRight(actor, "edit content");
  return inDraftOrder(await listStored(database.read, block)).map(editableRecord);
}

/** Throws "not-found", also for a record in the trash. */
export async function readForEditing(
  deps: ReadDependencies,
  actor: Actor,
  block: Block,
  id: string,
): Promise<EditableRecord> {
  const record = await findForEditing(deps, actor, block, id);
  if (record === undefined) throw noSuchRecord(block);
  return record;
}

/** Undefined for an unknown id and for a record in the trash. */
export async function findForEditing(
  { database }: ReadDependencies,
  actor: Actor,
  block: Block,
  id: string,
): Promise<EditableRecord | undefined> {
  requireRight(actor, "edit content");
  const record = await findStored(database.read, id);
  const isThere = record?.block === block && record.deletedAt === null;
  return isThere ? editableRecord(record) : undefined;
}

/** Pages or articles that were changed last, newest first. */
export async function listNewestPages(
  { database }: ReadDependencies,
  actor: Actor,
  { name }: Block,
  most: number,
): Promise<Pick<EditableRecord, "_id" | "label">[]> {
  requireRight(actor, "edit content");
  return database.read
    .selectFrom("site_pages")
    .select(["record_id as _id", "title as label"])
    .where("block", "=", name)
    .orderBy("updated_at", "desc")
    .orderBy("record_id", "desc")
    .limit(most)
    .execute();
}
