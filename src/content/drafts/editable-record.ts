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
  { database }: ReadDependencies,
  actor: Actor,
  block: Block,
  id: string,
): Promise<EditableRecord> {
  requireRight(actor, "edit content");
  const record = await findStored(database.read, id);
  if (record === undefined || record.block !== block || record.deletedAt !== null) {
    throw noSuchRecord(block);
  }
  return editableRecord(record);
}
