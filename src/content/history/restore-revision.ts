import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { type EditableRecord, editableRecord } from "../drafts/editable-record.ts";
import { blockNamed } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { schemaOf } from "../model/schema-of.ts";
import { type ContentDependencies, changeSite } from "../records/change-site.server.ts";
import { keepMarkExclusive, type LostMark } from "../records/exclusive-mark.server.ts";
import { type MoveBack, moveBack } from "../records/move-record.ts";
import {
  type Authorship,
  authorship,
  changePlace,
  changeState,
  type Places,
  requireEditing,
} from "../records/record-writes.server.ts";
import {
  draftFor,
  lockAnyRecord,
  lockRecords,
  publishedValues,
  type RecordState,
  type StoredRecord,
  storedAfter,
  type Values,
} from "../records/stored-record.server.ts";
import type { SectionKinds } from "../sections/section.ts";
import { stateAt } from "./history.ts";

export interface RevisionOfRecord {
  readonly id: string;
  readonly revision: number;
  readonly moveBack?: MoveBack | undefined;
}

export interface ChangedRecord {
  readonly record: EditableRecord;
  /** Null if nothing can be undone: the record is unchanged, or it went to the trash. */
  readonly change: RevisionOfRecord | null;
}

export interface RestoredRevision {
  readonly record: EditableRecord;
  /** True if the revision was restored as a draft, so that visitors see no change. */
  readonly isDraft: boolean;
  /** Records that lost the block's exclusive mark. */
  readonly lost: readonly LostMark[];
}

/**
 * Restores a revision of a record as a new revision. If the old revision has a draft, its texts
 * become the record's draft; otherwise its values are published. Fields that the block did not have
 * at the old revision stay unchanged. Throws "not-found", "conflict" while the record is in the
 * trash, and "invalid" when the values no longer validate.
 */
export async function restoreRevision(
  deps: ContentDependencies,
  actor: Actor,
  recordId: string,
  revision: number,
): Promise<RestoredRevision> {
  requireRight(actor, "edit content");
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    const record = await lockRestorable(tx, recordId);
    const past = await stateAt(tx, record, revision, "revision");
    return {
      record: await restoreState(tx, record, restored(record, past, deps.sectionKinds), by),
      isDraft: past.draft !== null,
      lost: await keepMarkExclusive(tx, record.block, [recordId], by),
    };
  });
}

/**
 * Undoes the changes that made the given revisions: every record gets back its earlier values,
 * draft and place. A record may have several consecutive changes. The record `added` goes to the
 * trash, and the record `removed` comes back from it. Undoes all changes or none. Returns the records in the order of `changes`. Throws
 * "not-found", and "conflict" when a record has changed since or is in the trash.
 */
export async function undoChanges(
  deps: ContentDependencies,
  actor: Actor,
  changes: readonly RevisionOfRecord[],
  {
    added,
    removed,
  }: { readonly added?: string | undefined; readonly removed?: string | undefined } = {},
): Promise<readonly EditableRecord[]> {
  requireRight(actor, "edit content");
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    await lockRecords(tx);
    if (added !== undefined) {
      const record = await lockRestorable(tx, added);
      requireEditing(actor, record.block);
      await changePlace(tx, record, "deleted", by);
    }
    if (removed !== undefined) {
      const record = await lockAnyRecord(tx, removed);
      if (record === undefined || record.deletedAt === null) throw changedSince();
      requireEditing(actor, record.block);
      await changePlace(tx, record, "undeleted", by);
    }
    const records: EditableRecord[] = [];
    const undone = new Map<string, EditableRecord>();
    // Undoes the last change first: a place is stored as the id of the next record, and a later
    // change may have moved that next record.
    for (const { id, revision, moveBack: back } of changes.toReversed()) {
      const record = await lockRestorable(tx, id);
      const expected = undone.get(id)?.revision ?? (await withWords(tx, id, revision));
      if (record.revision !== expected) throw changedSince();
      const places = back && (await moveBack(tx, record, back, by.at));
      const past = await stateAt(tx, record, revision - 1, "revision");
      const restored = await restoreState(tx, record, past, by, places);
      undone.set(id, restored);
      records.unshift(restored);
    }
    // Another record may have got the mark since.
    for (const name of new Set(records.map((record) => record.block))) {
      await keepMarkExclusive(tx, blockNamed(name), [...undone.keys()], by);
    }
    return records;
  });
}

/** The revision that a write has left which swapped the words of the site as well. */
async function withWords(tx: WriteTransaction, id: string, revision: number): Promise<number> {
  const [own, next] = await tx
    .selectFrom("content_history")
    .select(["at", "action"])
    .where("record_id", "=", id)
    .where("revision", "in", [revision, revision + 1])
    .orderBy("revision")
    .execute();
  const isSwap = next?.action === "made-plain" || next?.action === "made-farm";
  return isSwap && next.at === own?.at ? revision + 1 : revision;
}

function changedSince(): AppError {
  return new AppError(
    "conflict",
    "Nothing was undone, because this item has been changed since. You can restore an earlier version from its history.",
  );
}

async function restoreState(
  tx: WriteTransaction,
  record: StoredRecord,
  state: RecordState,
  by: Authorship,
  places?: Places,
): Promise<EditableRecord> {
  await changeState(tx, record, state, "restored", by, places);
  return editableRecord(await storedAfter(tx, record.id));
}

async function lockRestorable(tx: WriteTransaction, id: string): Promise<StoredRecord> {
  const record = await lockAnyRecord(tx, id);
  if (record === undefined) throw new AppError("not-found", "There is no such item.");
  if (record.deletedAt === null) return record;
  throw new AppError("conflict", "This item is in the trash. Restore it first.");
}

function restored(record: StoredRecord, past: RecordState, kinds: SectionKinds): RecordState {
  const { block } = record;
  if (past.draft !== null) {
    const texts = Object.entries(past.draft).map(([name, { text }]) => [name, text]);
    const values = { ...past.published, ...Object.fromEntries(texts) };
    return { ...record, draft: draftFor(block, record, values) };
  }
  return {
    ...record,
    published: validAgain(block, { ...record.published, ...past.published }, kinds),
  };
}

function validAgain(block: Block, values: Values, kinds: SectionKinds): Values {
  const known = publishedValues(block, { published: values, draft: null });
  try {
    return parseOrThrow(schemaOf(block, kinds), known);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(
      "invalid",
      `This version is no longer valid, because ${block.title} has changed since: ${error.message}`,
      { issues: error.issues },
    );
  }
}
