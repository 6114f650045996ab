import { isUniqueViolation } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { loadCssCheck } from "../css/css-check.ts";
import { mergeWithPresent } from "../drafts/merge-edits.server.ts";
import type { Block, RecordOf } from "../model/define.ts";
import { changeSchemaOf, schemaOf } from "../model/schema-of.ts";
import { type ContentDependencies, changeSite, requireFitting } from "./change-site.server.ts";
import { keepMarkExclusive, type LostMark } from "./exclusive-mark.server.ts";
import { placeBelow, publishPlace } from "./move-record.ts";
import {
  authorship,
  changePlace,
  changeState,
  insertRecord,
  requireEditing,
} from "./record-writes.server.ts";
import {
  draftFor,
  editedValues,
  lockRecord,
  lockRecords,
  publishedValues,
  sameValues,
  storedAfter,
} from "./stored-record.server.ts";

/**
 * Error for a second record of a singleton. The message mentions drafts, because the site does not
 * show an unpublished first record.
 */
export function alreadyThere(block: Block): AppError {
  return new AppError(
    "conflict",
    `${block.title} can have only one item, and it already exists, published or as a draft. Edit it instead of adding another.`,
  );
}

/**
 * Publishes a new record at the end of its block. Throws "invalid" with an issue per field, and
 * "conflict" for a second record of a singleton.
 */
export async function createRecord<B extends Block>(
  deps: ContentDependencies,
  actor: Actor,
  block: B,
  input: unknown,
): Promise<RecordOf<B>> {
  return (await addRecord(deps, actor, block, input)).record;
}

/**
 * Like `createRecord`; also returns the records that lost the block's exclusive mark. With `parent`,
 * the record is put below that one (`placeBelow`).
 */
export async function addRecord<B extends Block>(
  deps: ContentDependencies,
  actor: Actor,
  block: B,
  input: unknown,
  parent?: string | null,
): Promise<{ readonly record: RecordOf<B>; readonly lost: readonly LostMark[] }> {
  requireEditing(actor, block);
  await loadCssCheck();
  const values = parseOrThrow(schemaOf(block, deps.sectionKinds), input);
  const by = authorship(actor, deps.clock);
  try {
    return await changeSite(deps, by, async (tx) => {
      if (parent !== undefined) await lockRecords(tx, block);
      const record = await insertRecord(tx, block, values, by);
      if (parent !== undefined) {
        const placed = await placeBelow(tx, await storedAfter(tx, record._id), parent);
        if (placed.places !== null) await publishPlace(tx, placed.record, by.at);
      }
      await requireFitting(tx, deps, block, record._id);
      return { record, lost: await keepMarkExclusive(tx, block, [record._id], by) };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? alreadyThere(block) : error;
  }
}

/**
 * Replaces the published values of a record and keeps its draft. Omitted optional fields stay
 * unchanged. `base` is the revision from which the edit started. If `base` is given, later changes
 * by others to different fields are kept. Throws "invalid" with an issue per field, "not-found",
 * and EditConflict.
 */
export async function updateRecord<B extends Block>(
  deps: ContentDependencies,
  actor: Actor,
  block: B,
  id: string,
  input: unknown,
  base?: number,
): Promise<RecordOf<B>> {
  requireEditing(actor, block);
  await loadCssCheck();
  const values = parseOrThrow(changeSchemaOf(block, deps.sectionKinds), input);
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    const record = await lockRecord(tx, block, id);
    const view = publishedValues.bind(null, block);
    const published = await mergeWithPresent(tx, record, { values, base }, view);
    if (record.published === null || !sameValues(block, view(record), published)) {
      const draft = record.draft && draftOver(block, { ...record, published });
      await changeState(tx, record, { published, draft }, "updated", by);
      await requireFitting(tx, deps, block, id);
      await keepMarkExclusive(tx, block, [id], by);
    }
    return { _id: id, ...published } as RecordOf<B>;
  });
}

export async function deleteRecord<B extends Block>(
  deps: ContentDependencies,
  actor: Actor,
  block: B,
  id: string,
): Promise<RecordOf<B>> {
  requireEditing(actor, block);
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    const record = await lockRecord(tx, block, id);
    await changePlace(tx, record, "deleted", by);
    return { _id: id, ...publishedValues(block, record) } as RecordOf<B>;
  });
}

function draftOver(block: Block, record: Parameters<typeof editedValues>[1]) {
  return draftFor(block, record, editedValues(block, record));
}
