import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import type { Block } from "../model/define.ts";
import { findStored, listStored, noSuchRecord } from "../records/stored-record.server.ts";
import { type EditableRecord, editableRecord } from "./editable-record.ts";

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
