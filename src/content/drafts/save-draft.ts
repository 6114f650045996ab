import { z } from "zod";
import {
  type Database,
  isUniqueViolation,
  type WriteTransaction,
} from "#platform/database/database.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { ChangedRecord, RevisionOfRecord } from "../history/restore-revision.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { asOneSpelling } from "../model/schema-of.ts";
import type { ContentDependencies } from "../records/change-site.server.ts";
import { discardPlace, placeBelow } from "../records/move-record.ts";
import {
  type Authorship,
  authorship,
  changePlace,
  changeState,
  insertState,
  requireEditing,
} from "../records/record-writes.server.ts";
import { alreadyThere } from "../records/save-block.ts";
import {
  draftFor,
  editedValues,
  hasDraft,
  inDraftOrder,
  listDrafted,
  lockRecord,
  lockRecords,
  type StoredRecord,
  sameValues,
  storedAfter,
  type Values,
} from "../records/stored-record.server.ts";
import { type EditableRecord, editableRecord } from "./editable-record.ts";
import { mergeWithPresent } from "./merge-edits.server.ts";

/**
 * Maximum characters of a field in a draft. Most published fields have a lower limit: an admin can
 * save a text that is too long, and shorten it later.
 */
const longestDraft = 10_000;

/**
 * Parses the texts of a draft for some fields of a block. The texts need not be valid for
 * publishing. Throws "invalid" for unknown fields, values that are not text, and texts over the
 * limit.
 */
export function parseDraftValues(block: Block, input: unknown): Values {
  const shape = Object.entries(block.fields).map(([name, { label, maxLength }]) => {
    const bound = Math.max(longestDraft, maxLength);
    const text = z
      .string(`${label} must be text.`)
      .max(bound, `${label} can have at most ${bound} characters in a draft.`)
      .refine(isPlainText, `${label} has characters that cannot be shown.`)
      .transform(asOneSpelling);
    return [name, text.optional()] as const;
  });
  return parseOrThrow(z.strictObject(Object.fromEntries(shape)), input) as Values;
}

const revisionNumber = z.int("A revision is a whole number.").min(1, "Revisions count from 1.");

export const revisionChoice = z.strictObject({ revision: revisionNumber });

/** `parseDraftValues` parses the values, so that the path of an issue is the name of the field. */
const parsedLater = z.unknown().transform((values) => () => values);

export const draftEdit = z.strictObject({ values: parsedLater, base: revisionNumber.optional() });

export const publication = z.strictObject({
  values: parsedLater.optional(),
  base: revisionNumber.optional(),
  seen: revisionNumber.optional(),
});

/**
 * Saves a draft. `input` is `{ values, base }`: values for some or all fields, and the revision
 * from which the edit started. The values need not be valid for publishing. If `id` is null, adds
 * an unpublished record at the end of its block. Throws "invalid", "not-found", "conflict" for a
 * second record of a singleton, and EditConflict. With `parent`, the record is put below that one
 * (`placeBelow`).
 */
export async function saveDraft(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string | null,
  input: unknown,
  parent?: string | null,
): Promise<EditableRecord> {
  requireEditing(actor, block);
  const { values: given, base } = parseOrThrow(draftEdit, input);
  const values = parseDraftValues(block, given());
  const by = authorship(actor, clock);
  const saving = database.write(async (tx) => {
    if (parent !== undefined) await lockRecords(tx, block);
    if (id === null) return editableRecord(await insertDraft(tx, block, values, by, parent));
    const record = await lockRecord(tx, block, id);
    return editableRecord(await changeDraft(tx, record, { values, base }, by, parent));
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
  parent: string | null | undefined,
): Promise<StoredRecord> {
  const nothing = { published: null, draft: null };
  const state = { published: null, draft: draftFor(block, nothing, values) };
  const record = await storedAfter(tx, await insertState(tx, block, state, "drafted", by));
  return parent === undefined ? record : (await placeBelow(tx, record, parent)).record;
}

async function changeDraft(
  tx: WriteTransaction,
  record: StoredRecord,
  edit: { values: Values; base: number | undefined },
  by: Authorship,
  parent: string | null | undefined,
): Promise<StoredRecord> {
  const view = editedValues.bind(null, record.block);
  const values = await mergeWithPresent(tx, record, edit, view);
  const placed = parent === undefined ? null : await placeBelow(tx, record, parent);
  const places = placed?.places ?? undefined;
  if (sameValues(record.block, values, view(record))) {
    if (places === undefined) return record;
    await changePlace(tx, record, "moved-in-draft", by, places);
  } else {
    const draft = draftFor(record.block, record, values);
    await changeState(tx, record, { ...record, draft }, "drafted", by, places);
  }
  return storedAfter(tx, record.id);
}

/**
 * Deletes the draft of a record; the record's history still has the texts of the draft. A record
 * that was never published goes to the trash. Throws "not-found".
 */
export async function discardDraft(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string,
): Promise<ChangedRecord> {
  requireEditing(actor, block);
  const by = authorship(actor, clock);
  return database.write(async (tx) => {
    const record = await lockRecord(tx, block, id);
    const change = await discardRecord(tx, record, by);
    return { record: editableRecord(await storedAfter(tx, id)), change };
  });
}

async function discardRecord(
  tx: WriteTransaction,
  record: StoredRecord,
  by: Authorship,
): Promise<RevisionOfRecord | null> {
  const isPublished = record.published !== null;
  if (!isPublished) await changePlace(tx, record, "deleted", by);
  if (!isPublished || !hasDraft(record)) return null;
  const move = record.draftPosition === null ? undefined : await discardPlace(tx, record);
  const state = { ...record, draft: null };
  const revision = await changeState(tx, record, state, "discarded", by, move?.places);
  return { id: record.id, revision, moveBack: move?.moveBack };
}

/**
 * All records with drafts, block by block. The records of a block are in the order that they would
 * have after the publication of all drafts.
 */
export async function listDrafts(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<EditableRecord[]> {
  requireRight(actor, "edit content");
  const drafts = inDraftOrder(await listDrafted(database.read));
  return (Object.values(blocks) as Block[]).flatMap((block) =>
    drafts.filter((record) => record.block === block).map(editableRecord),
  );
}
