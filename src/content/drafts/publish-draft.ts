import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { stateAt } from "../history/history.ts";
import type { ChangedRecord, RevisionOfRecord } from "../history/restore-revision.ts";
import type { Block } from "../model/define.ts";
import { schemaOf } from "../model/schema-of.ts";
import {
  type ContentDependencies,
  changeSite,
  requireFitting,
} from "../records/change-site.server.ts";
import { keepMarkExclusive, type LostMark } from "../records/exclusive-mark.server.ts";
import { placeBelow, publishPlace } from "../records/move-record.ts";
import {
  type Authorship,
  authorship,
  changePlace,
  changeState,
  requireEditing,
} from "../records/record-writes.server.ts";
import {
  draftFor,
  editedValues,
  hasDraft,
  listDrafted,
  lockRecord,
  lockRecords,
  publishedValues,
  type StoredRecord,
  sameValues,
  storedAfter,
} from "../records/stored-record.server.ts";
import { editableRecord, labelOf } from "./editable-record.ts";
import {
  editConflict,
  type MergedEdits,
  mergeField,
  mergeWithPresent,
} from "./merge-edits.server.ts";
import { parseDraftValues, publication } from "./save-draft.ts";

/**
 * Publishes the draft of a record. Returns the new revision, or null if there is no draft. Throws
 * "invalid" with an issue per field. Throws EditConflict when somebody has published another text
 * for a field of the draft since the revision `seen` or, without `seen`, since the field entered
 * the draft.
 */
async function publishRecord(
  tx: WriteTransaction,
  { sectionKinds }: Pick<ContentDependencies, "sectionKinds">,
  record: StoredRecord,
  by: Authorship,
  seen?: number,
): Promise<RevisionOfRecord | null> {
  const { block, draft } = record;
  if (!hasDraft(record)) return null;
  const move = record.draftPosition === null ? null : await publishPlace(tx, record, by.at);
  const change = {
    id: record.id,
    revision: record.revision + 1,
    ...(move && { moveBack: move.moveBack }),
  };
  if (draft === null) {
    await changePlace(tx, record, "moved", by, move?.places);
    return change;
  }
  const present = await overPresent(tx, record, seen);
  const published = parseOrThrow(schemaOf(block, sectionKinds), editedValues(block, present));
  const before = publishedValues(block, record);
  // If the draft equals the published values, the draft is only deleted. The author and the time of
  // the last publication do not change.
  const state = sameValues(block, before, published)
    ? { published: record.published, draft: null }
    : { published, draft: null };
  await changeState(tx, record, state, "published", by, move?.places);
  return change;
}

/**
 * The record with its draft over what is published now. Throws EditConflict for a field that the
 * draft and a publication since then changed differently.
 */
async function overPresent(
  tx: WriteTransaction,
  record: StoredRecord,
  seen: number | undefined,
): Promise<StoredRecord> {
  const { block, draft, published } = record;
  if (draft === null || published === null) return record;
  const view = publishedValues.bind(null, block);
  const theirs = view(record);
  const known = seen === undefined ? null : view(await stateAt(tx, record, seen, "seen"));
  const yours = editedValues(block, record);
  const result: MergedEdits = {
    merged: yours,
    conflicts: [],
    others: {},
    sections: {},
  };
  for (const [name, { text, over }] of Object.entries(draft)) {
    const field = block.fields[name];
    const [base, other = ""] = [known?.[name] ?? over, theirs[name]];
    if (field === undefined || other === base || other === text) continue;
    mergeField(result, [name, field], { base, yours: text, theirs: other });
  }
  if (result.conflicts.length > 0) throw await editConflict(tx, record, result, view);
  return result.merged === yours
    ? record
    : { ...record, draft: draftFor(block, record, result.merged) };
}

/**
 * Publishes a record's draft. `input` is `{ values, base, seen }`, all optional. `values` are added
 * to the draft first; `base` is the revision from which the edit of `values` started. `seen` is the
 * published revision that the editor saw when deciding a conflict. A record without a draft stays
 * unchanged. Throws "not-found", "invalid" with an issue per field, and EditConflict when somebody
 * has published another text for a field of the draft. `lost` lists the records that lost the
 * block's exclusive mark to this record. With `parent`, the record is put below that one
 * (`placeBelow`).
 */
export async function publishDraft(
  deps: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string,
  input: unknown = {},
  parent?: string | null,
): Promise<ChangedRecord & { readonly lost: readonly LostMark[] }> {
  requireEditing(actor, block);
  const { values, base, seen } = parseOrThrow(publication, input);
  const edit = values === undefined ? null : { values: parseDraftValues(block, values()), base };
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    if (parent !== undefined) await lockRecords(tx, block);
    const stored = await lockRecord(tx, block, id);
    const edited = edit === null ? stored : await withEdit(tx, stored, edit);
    const record = parent === undefined ? edited : (await placeBelow(tx, edited, parent)).record;
    const published = await publishRecord(tx, deps, record, by, seen);
    const change = stored.draftPosition === null ? withoutDraftOfMove(published) : published;
    if (change !== null) await requireFitting(tx, deps, block, id);
    const lost = change === null ? [] : await keepMarkExclusive(tx, block, [id], by);
    return { record: editableRecord(await storedAfter(tx, id)), change, lost };
  });
}

function withoutDraftOfMove(change: RevisionOfRecord | null): RevisionOfRecord | null {
  const back = change?.moveBack;
  return change && back ? { ...change, moveBack: { ...back, isAtOnce: true } } : change;
}

async function withEdit(
  tx: WriteTransaction,
  record: StoredRecord,
  edit: Parameters<typeof mergeWithPresent>[2],
): Promise<StoredRecord> {
  const view = editedValues.bind(null, record.block);
  const values = await mergeWithPresent(tx, record, edit, view);
  return { ...record, draft: draftFor(record.block, record, values) };
}

interface PublishedChange extends RevisionOfRecord {
  /** Label of a record that only lost the exclusive mark of its block. */
  readonly lostMark?: string;
}

/**
 * Publishes all drafts, of the site or of one block, or those of the records `ids`, in one transaction. If one draft is invalid,
 * none is published. The last of the returned changes are those of records that lost the exclusive
 * mark of their block, and name these records. Throws "invalid" with issues at the paths `block/id/field`, and EditConflict
 * like `publishDraft`.
 */
export async function publishAllDrafts(
  deps: ContentDependencies,
  actor: Actor,
  block?: Block,
  ids?: ReadonlySet<string>,
): Promise<readonly PublishedChange[]> {
  requireRight(actor, "edit content");
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    await lockRecords(tx, block);
    const drafts = (await listDrafted(tx, block)).filter(({ id }) => ids?.has(id) ?? true);
    return publishTogether(tx, deps, drafts, by);
  });
}

/**
 * Publishes the drafts of locked records in a transaction of `changeSite`. Throws like
 * `publishAllDrafts`; the caller's transaction must then be undone.
 */
export async function publishTogether(
  tx: WriteTransaction,
  deps: ContentDependencies,
  drafts: readonly StoredRecord[],
  by: Authorship,
): Promise<readonly PublishedChange[]> {
  const faults: AppError[] = [];
  const noteFaults = async (each: (record: StoredRecord) => Promise<void>) => {
    for (const record of drafts) {
      await each(record).catch((error) => faults.push(nameRecord(error, record)));
    }
  };
  const changes: PublishedChange[] = [];
  await noteFaults(async (record) => {
    const change = await publishRecord(tx, deps, record, by);
    if (change !== null) changes.push(change);
  });
  // Redirects are checked after all writes, because a redirect may be valid only together with
  // another redirect that is published at the same time.
  if (faults.length === 0) await noteFaults(({ block, id }) => requireFitting(tx, deps, block, id));
  if (faults.length > 0) throw allOf(faults);
  // Publishing another change of the marked record must not keep the mark there.
  const taking = drafts.filter(takesMark).map(({ id }) => id);
  for (const each of new Set(drafts.map((record) => record.block))) {
    for (const { label, change } of await keepMarkExclusive(tx, each, taking, by)) {
      changes.push({ ...change, lostMark: label });
    }
  }
  return changes;
}

function takesMark({ block, draft }: StoredRecord): boolean {
  return (draft?.[block.exclusiveMark ?? ""]?.text ?? "") !== "";
}

function nameRecord(error: unknown, record: StoredRecord): AppError {
  if (!(error instanceof AppError) || error.code !== "invalid") throw error;
  const { block, id } = record;
  const label = labelOf(block, editedValues(block, record));
  const name = label === block.title ? label : `${block.title}, “${label}”`;
  return new AppError("invalid", `${name}: ${error.message}`, {
    issues: error.issues.map(({ path, message }) => ({
      path: `${block.name}/${id}/${path}`,
      message: `${name}: ${message}`,
    })),
  });
}

function allOf(faults: readonly AppError[]): AppError {
  const message = faults.map((fault) => fault.message).join(" ");
  return new AppError("invalid", message, { issues: faults.flatMap(({ issues }) => issues) });
}
