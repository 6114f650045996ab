import type { WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { type EditableRecord, editableRecord } from "../drafts/editable-record.ts";
import type { Block } from "../model/define.ts";
import { schemaOf } from "../model/schema-of.ts";
import { type ContentDependencies, changeSite } from "../records/change-site.server.ts";
import {
  draftFor,
  publishedValues,
  type RecordState,
  type Values,
} from "../records/record-state.ts";
import { authorship, changeState } from "../records/record-writes.server.ts";
import { lockAnyRecord, type StoredRecord, storedAfter } from "../records/stored-record.server.ts";
import { stateAt } from "./past-states.server.ts";

/**
 * Makes a record say again what it said at a revision, as a new revision. What was published then
 * is published; a revision that had a draft and the last word in it comes back as the draft. Fields
 * that the block did not have then stay as they are. Throws "not-found", "conflict" while the
 * record lies in the trash, and "invalid" when what it said then no longer validates.
 */
export async function restoreRevision(
  deps: ContentDependencies,
  actor: Actor,
  recordId: string,
  revision: number,
): Promise<EditableRecord> {
  return rewind(deps, actor, recordId, async (tx, record) =>
    restored(record, await stateAt(tx, record, revision, "revision")),
  );
}

/**
 * Takes the change back that made a record's revision: it says again all that it said before, with its
 * draft. Throws "not-found", and "conflict" once something else has changed it.
 */
export async function takeBackRevision(
  deps: ContentDependencies,
  actor: Actor,
  recordId: string,
  revision: number,
): Promise<EditableRecord> {
  return rewind(deps, actor, recordId, (tx, record) => {
    if (record.revision === revision) return stateAt(tx, record, revision - 1, "revision");
    throw new AppError(
      "conflict",
      "Nothing was undone, because this record has been changed since. You can restore an earlier version from its history.",
    );
  });
}

/** Gives a record that is not in the trash a state from its past. */
async function rewind(
  deps: ContentDependencies,
  actor: Actor,
  recordId: string,
  pastOf: (tx: WriteTransaction, record: StoredRecord) => Promise<RecordState>,
): Promise<EditableRecord> {
  requireRight(actor, "edit content");
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    const record = await lockRestorable(tx, recordId);
    await changeState(tx, record, await pastOf(tx, record), "restored", by);
    return editableRecord(await storedAfter(tx, recordId));
  });
}

async function lockRestorable(tx: WriteTransaction, id: string): Promise<StoredRecord> {
  const record = await lockAnyRecord(tx, id);
  if (record === undefined) throw new AppError("not-found", "There is no such record.");
  if (record.deletedAt === null) return record;
  throw new AppError("conflict", "This record is in the trash. Restore it first.");
}

function restored(record: StoredRecord, past: RecordState): RecordState {
  const { block } = record;
  if (past.draft !== null) {
    const texts = Object.entries(past.draft).map(([name, { text }]) => [name, text]);
    const values = { ...past.published, ...Object.fromEntries(texts) };
    return { ...record, draft: draftFor(block, record, values) };
  }
  return { ...record, published: validAgain(block, { ...record.published, ...past.published }) };
}

function validAgain(block: Block, values: Values): Values {
  const known = publishedValues(block, { published: values, draft: null });
  try {
    return parseOrThrow(schemaOf(block), known);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(
      "invalid",
      `This version is no longer valid, because ${block.title} has changed since: ${error.message}`,
      { issues: error.issues },
    );
  }
}
