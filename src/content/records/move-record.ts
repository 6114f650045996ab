import { z } from "zod";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { type EditableRecord, editableRecord } from "../drafts/editable-record.ts";
import type { Block } from "../model/define.ts";
import type { ContentDependencies } from "./change-site.server.ts";
import { notePlaces } from "./places.server.ts";
import {
  authorship,
  changePlace,
  insertState,
  lastPosition,
  type Places,
  requireEditing,
} from "./record-writes.server.ts";
import {
  draftFor,
  editedValues,
  inDraftOrder,
  listStored,
  lockRecord,
  lockRecords,
  type StoredRecord,
  storedAfter,
} from "./stored-record.server.ts";

type Order = "position" | "draft_position";

/**
 * Moves a record right before the record `before` of its block, or to the end. The caller has
 * locked the block with `lockRecords`. Throws "not-found" for an unknown `before`.
 */
async function placeBefore(
  tx: WriteTransaction,
  { id, block }: StoredRecord,
  before: string | null,
  order: Order = "position",
): Promise<void> {
  const place =
    before === null
      ? (await lastPosition(tx, block)) + 1
      : await gapBefore(tx, block, before, order);
  await tx
    .updateTable("content_records")
    .set({ [order]: place })
    .where("id", "=", id)
    .execute();
}

/**
 * Makes a free position right before the record `before`, by adding 2 to the positions of `before`
 * and of all later records. The preceding record may have the same position as `before`, because
 * records that were added at the same moment are sorted by id; adding 1 would then leave no number
 * between them. Changes `position` and `draft_position` alike, because the order of the draft uses
 * `position` for a record without a `draft_position`.
 */
async function gapBefore(
  tx: WriteTransaction,
  block: Block,
  before: string,
  order: Order,
): Promise<number> {
  const { id, position, draftPosition } = await lockRecord(tx, block, before);
  const place = order === "position" ? position : (draftPosition ?? position);
  for (const column of ["position", "draft_position"] as const) {
    await tx
      .updateTable("content_records")
      .set((set) => ({ [column]: set(column, "+", 2) }))
      .where("block", "=", block.name)
      .where(({ eb, refTuple, tuple }) => eb(refTuple(column, "id"), ">=", tuple(place, id)))
      .execute();
  }
  return place + 1;
}

async function dropNeedlessDraftPositions(tx: WriteTransaction, block: Block): Promise<void> {
  let records = inDraftOrder(await listStored(tx, block));
  for (const record of records.filter(({ draftPosition }) => draftPosition !== null)) {
    const without = inDraftOrder(
      records.map((each) => (each.id === record.id ? { ...each, draftPosition: null } : each)),
    );
    if (without.some(({ id }, index) => id !== records[index]?.id)) continue;
    records = without;
    await setDraftPosition(tx, record, null);
  }
}

async function setDraftPosition(
  tx: WriteTransaction,
  { id }: StoredRecord,
  draft_position: number | null,
): Promise<void> {
  await tx.updateTable("content_records").set({ draft_position }).where("id", "=", id).execute();
}

export interface MoveBack {
  /** Id of the record that followed the moved record before the move; null for none. */
  readonly before: string | null;
  readonly draft: boolean;
  /** True if the move was published at once, so that its undo leaves no draft of it. */
  readonly isAtOnce?: boolean | undefined;
}

interface Move {
  readonly places: Places;
  readonly moveBack: MoveBack;
}

export async function publishPlace(
  tx: WriteTransaction,
  record: StoredRecord,
  at: number,
): Promise<Move> {
  const { id } = record;
  const ids = await idsOf(tx, record, false);
  await tx
    .updateTable("content_records")
    .set(({ ref }) => ({ position: ref("draft_position").$notNull(), draft_position: null }))
    .where("id", "=", id)
    .execute();
  await notePlaces(tx, record.block, at);
  return {
    places: placesIn(ids, await idsOf(tx, record, false), id),
    moveBack: { before: followerOf(ids, id), draft: false },
  };
}

export async function discardPlace(tx: WriteTransaction, record: StoredRecord): Promise<Move> {
  const ids = await idsOf(tx, record, true);
  await setDraftPosition(tx, record, null);
  return {
    places: placesIn(ids, await idsOf(tx, record, true), record.id),
    moveBack: { before: followerOf(ids, record.id), draft: true },
  };
}

/**
 * Undoes `publishPlace` or `discardPlace`. In both cases the draft contains the move again, unless
 * it never did.
 */
export async function moveBack(
  tx: WriteTransaction,
  record: StoredRecord,
  { before, draft, isAtOnce = false }: MoveBack,
  at: number,
): Promise<Places> {
  const ids = await idsOf(tx, record, draft);
  if (!draft && !isAtOnce) await setDraftPosition(tx, record, record.position);
  await placeBefore(tx, record, before, draft ? "draft_position" : "position");
  if (!draft) await notePlaces(tx, record.block, at);
  return placesIn(ids, await idsOf(tx, record, draft), record.id);
}

async function idsOf(
  tx: WriteTransaction,
  { block }: StoredRecord,
  draft: boolean,
): Promise<readonly string[]> {
  const stored = await listStored(tx, block);
  return (draft ? inDraftOrder(stored) : stored).map(({ id }) => id);
}

function placesIn(before: readonly string[], after: readonly string[], id: string): Places {
  return { from: before.indexOf(id) + 1, to: after.indexOf(id) + 1 };
}

function followerOf(ids: readonly string[], id: string): string | null {
  return ids[ids.indexOf(id) + 1] ?? null;
}

interface Placed {
  readonly record: StoredRecord;
  /** Null if the record was there already. */
  readonly places: Places | null;
}

/**
 * Moves a record in the draft to the end of those below the record `parent`; for null, out of the
 * records below another, to the place after them. Throws "conflict" if `parent` is not on the first
 * level, or if the record has others below it itself. The caller has locked the block.
 */
export async function placeBelow(
  tx: WriteTransaction,
  record: StoredRecord,
  parent: string | null,
): Promise<Placed> {
  const { block, id } = record;
  const list = inDraftOrder(await listStored(tx, block));
  const isBelow = (other: StoredRecord | undefined) =>
    other !== undefined &&
    editedValues(block, other)[block.indentedWhen?.field ?? ""] === block.indentedWhen?.value;
  const from = list.findIndex((each) => each.id === id);
  const others = list.toSpliced(from, 1);
  if (parent !== null) {
    if (!isBelow(list[from]) && isBelow(list[from + 1])) {
      throw new AppError(
        "conflict",
        "This entry has entries below it, and a menu has one level below. Move those first.",
      );
    }
    const over = others.find((other) => other.id === parent);
    if (over === undefined || isBelow(over)) {
      throw new AppError(
        "conflict",
        "The entry above is no longer in the menu itself. Choose another place.",
      );
    }
  }
  let to = parent === null ? from : others.findIndex((other) => other.id === parent) + 1;
  while (isBelow(others[to])) to += 1;
  if (to === from) return { record, places: null };
  await placeBefore(tx, record, others[to]?.id ?? null, "draft_position");
  await dropNeedlessDraftPositions(tx, block);
  const { position, draftPosition } = await storedAfter(tx, id);
  return {
    record: { ...record, position, draftPosition },
    places: { from: from + 1, to: to + 1 },
  };
}

export const destination = z.strictObject({
  before: z.string("Give the record to move it before, or null for the end.").nullable(),
  draft: z
    .boolean("Give true to move it in the draft, or false to move it at once.")
    .default(false),
});

/**
 * Moves a record within its list. `input` is `{ before, draft }`: the id of the record that will
 * follow, or null for the end, and whether to move the record only in the draft. Throws "invalid",
 * and "not-found" when either record is unknown.
 */
export async function moveRecord(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string,
  input: unknown,
): Promise<EditableRecord> {
  requireEditing(actor, block);
  const { before, draft } = parseOrThrow(destination, input);
  if (!draft) requireRight(actor, "publish content");
  const by = authorship(actor, clock);
  return database.write(async (tx) => {
    await lockRecords(tx, block);
    const record = await lockRecord(tx, block, id);
    const stored = await listStored(tx, block);
    const ids = (draft ? inDraftOrder(stored) : stored).map((one) => one.id);
    const next = followerOf(ids, id);
    if (before !== id && before !== next) {
      await placeBefore(tx, record, before, draft ? "draft_position" : "position");
      if (draft) await dropNeedlessDraftPositions(tx, block);
      else {
        await setDraftPosition(tx, record, null);
        await notePlaces(tx, block, by.at);
      }
      const others = ids.filter((other) => other !== id);
      const to = before === null ? ids.length : others.indexOf(before) + 1;
      const places = { from: ids.indexOf(id) + 1, to };
      await changePlace(tx, record, draft ? "moved-in-draft" : "moved", by, places);
    }
    return editableRecord(await storedAfter(tx, id));
  });
}

/**
 * Copies a record with its draft to the place after the original. The copy is unpublished, so that
 * the site does not show the same text twice. Throws "not-found", and "conflict" for a singleton.
 */
export async function duplicateRecord(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string,
): Promise<EditableRecord> {
  requireEditing(actor, block);
  if (block.shape === "singleton") {
    throw new AppError(
      "conflict",
      `${block.title} can have only one item, so it cannot be copied.`,
    );
  }
  const by = authorship(actor, clock);
  return database.write(async (tx) => {
    await lockRecords(tx, block);
    const original = await lockRecord(tx, block, id);
    // Pages and articles have no order.
    const ids = block.isRead === "alone" ? [] : (await listStored(tx, block)).map((one) => one.id);
    const next = followerOf(ids, id);
    const nothing = { published: null, draft: null };
    const draft = draftFor(block, nothing, {
      ...editedValues(block, original),
      // Publishing the copy must not take the mark from the original.
      ...(block.exclusiveMark === undefined ? {} : { [block.exclusiveMark]: "" }),
    });
    const copyId = await insertState(tx, block, { ...nothing, draft }, "duplicated", by);
    if (next !== null) {
      await placeBefore(tx, await storedAfter(tx, copyId), next);
      await notePlaces(tx, block, by.at);
    }
    return editableRecord(await storedAfter(tx, copyId));
  });
}
