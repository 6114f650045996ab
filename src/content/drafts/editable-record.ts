import type { Database } from "../../platform/database/database.ts";
import { isoTime } from "../../platform/time/dates.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import type { Block } from "../model/define.ts";
import { isDemonstration } from "../model/demonstration.ts";
import { editedValues, publishedValues, type Values } from "../records/record-state.ts";
import {
  findStored,
  listStored,
  noSuchRecord,
  type StoredRecord,
} from "../records/stored-record.server.ts";

/** A record as whoever edits it sees it. Times are in ISO 8601. */
export interface EditableRecord {
  readonly _id: string;
  /** The block's name. */
  readonly block: string;
  /** What an edit that starts here gives as its base. */
  readonly revision: number;
  /** What it is called in lists: the block's label field, or the block's title without one. */
  readonly label: string;
  /** What it says with its draft: what a form begins with. Every field of the block is there. */
  readonly values: Values;
  /** What the site says; null while it was never published. */
  readonly published: Values | null;
  readonly draft: DraftNote | null;
  /** Who last changed what the site says, and when. */
  readonly author: string;
  readonly updatedAt: string;
  /** The site still says exactly what the demonstration said. */
  readonly isDemonstration: boolean;
}

interface DraftNote {
  /** The fields that the draft changes. */
  readonly fields: readonly string[];
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
    draft: draft && {
      fields: Object.keys(draft).filter((name) => name in block.fields),
      author: record.draftAuthor ?? record.author,
      at: isoTime(record.draftAt ?? record.updatedAt),
    },
    author: record.author,
    updatedAt: isoTime(record.updatedAt),
    isDemonstration: isDemonstration(record),
  };
}

/** What a record is called where only its name is shown. */
export function labelOf(block: Block, values: Values): string {
  return values[block.labelField]?.trim() || block.title;
}

interface ReadDependencies {
  readonly database: Database;
}

/** A block's records in their order with their drafts, those that exist only as drafts included. */
export async function listForEditing(
  { database }: ReadDependencies,
  actor: Actor,
  block: Block,
): Promise<EditableRecord[]> {
  requireRight(actor, "edit content");
  return (await listStored(database.read, block)).map(editableRecord);
}

/** One record with its draft. Throws "not-found", also for one in the trash. */
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
