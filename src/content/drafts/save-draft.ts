import { isUniqueViolation, type WriteTransaction } from "../../platform/database/database.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import type { Block } from "../model/define.ts";
import { alreadyThere } from "../records/already-there.ts";
import type { ContentDependencies } from "../records/content-dependencies.ts";
import { draftFor, editedValues, sameValues, type Values } from "../records/record-state.ts";
import {
  type Authorship,
  authorship,
  changeState,
  insertState,
} from "../records/record-writes.server.ts";
import { storedAfter } from "../records/stored-after.server.ts";
import { lockRecord, type StoredRecord } from "../records/stored-record.server.ts";
import { draftEdit, parseDraftValues } from "./draft-input.ts";
import { type EditableRecord, editableRecord } from "./editable-record.ts";
import { mergeWithPresent } from "./merge-with-present.server.ts";

/**
 * Keeps texts that only admins see. `input` is `{ values, base }`: values of some or all fields,
 * which may be incomplete, and the revision that the edit started from (see `mergeWithPresent`).
 * Without an id it makes a record that exists only as a draft, at the end of its block. Throws
 * "invalid", "not-found", "conflict" for a second record of a singleton, and EditConflict.
 */
export async function saveDraft(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string | null,
  input: unknown,
): Promise<EditableRecord> {
  requireRight(actor, "edit content");
  const { values: given, base } = parseOrThrow(draftEdit, input);
  const values = parseDraftValues(block, given);
  const by = authorship(actor, clock);
  const saving = database.write(async (tx) => {
    if (id === null) return editableRecord(await insertDraft(tx, block, values, by));
    const record = await lockRecord(tx, block, id);
    return editableRecord(await changeDraft(tx, record, { values, base }, by));
  });
  return saving.catch((error) => {
    throw isUniqueViolation(error) ? alreadyThere(block) : error;
  });
}

async function insertDraft(
  tx: WriteTransaction,
  block: Block,
  values: Values,
  by: Authorship,
): Promise<StoredRecord> {
  const nothing = { published: null, draft: null };
  const state = { published: null, draft: draftFor(block, nothing, values) };
  return storedAfter(tx, await insertState(tx, block, state, "drafted", by));
}

async function changeDraft(
  tx: WriteTransaction,
  record: StoredRecord,
  edit: { values: Values; base: number | undefined },
  by: Authorship,
): Promise<StoredRecord> {
  const view = editedValues.bind(null, record.block);
  const values = await mergeWithPresent(tx, record, edit, view);
  if (sameValues(record.block, values, view(record))) return record;
  const draft = draftFor(record.block, record, values);
  await changeState(tx, record, { ...record, draft }, "drafted", by);
  return storedAfter(tx, record.id);
}
