import { z } from "zod";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { type EditableRecord, editableRecord } from "../drafts/editable-record.ts";
import type { Block } from "../model/define.ts";
import type { ContentDependencies } from "./change-site.server.ts";
import { draftFor, editedValues } from "./record-state.ts";
import { authorship, changePlace, insertState } from "./record-writes.server.ts";
import {
  listStored,
  lockRecord,
  lockRecords,
  type StoredRecord,
  storedAfter,
} from "./stored-record.server.ts";

/**
 * Places a record right before another one of its block, or at the end. The caller has locked the
 * records with `lockRecords`. Throws "not-found" for an unknown other record.
 */
async function placeBefore(
  tx: WriteTransaction,
  record: StoredRecord,
  before: string | null,
): Promise<void> {
  const position = before === null ? await behindLast(tx, record) : await gap(tx, record, before);
  await tx.updateTable("content_records").set({ position }).where("id", "=", record.id).execute();
}

async function behindLast(tx: WriteTransaction, { block }: StoredRecord): Promise<number> {
  const { last } = await tx
    .selectFrom("content_records")
    .select((select) => select.fn.max("position").as("last"))
    .where("block", "=", block.name)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

/**
 * A free position between the other record and its predecessor. Two steps, because two records
 * added at the same moment may have equal positions and are then sorted by id.
 */
async function gap(tx: WriteTransaction, { block }: StoredRecord, before: string): Promise<number> {
  const { position, id } = await lockRecord(tx, block, before);
  await tx
    .updateTable("content_records")
    .set((set) => ({ position: set("position", "+", 2) }))
    .where("block", "=", block.name)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("position", "id"), ">=", tuple(position, id)))
    .execute();
  return position + 1;
}

export const destination = z.strictObject({
  before: z.string("Give the record to move it before, or null for the end.").nullable(),
});

/**
 * Moves a record within its list. `input` is `{ before }`: the id of the record before which it
 * goes, or null for the end. Takes effect at once, also on the site. Throws "invalid", and
 * "not-found" when either record is unknown.
 */
export async function moveRecord(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string,
  input: unknown,
): Promise<EditableRecord> {
  requireRight(actor, "edit content");
  const { before } = parseOrThrow(destination, input);
  const by = authorship(actor, clock);
  return database.write(async (tx) => {
    await lockRecords(tx, block);
    const record = await lockRecord(tx, block, id);
    const ids = (await listStored(tx, block)).map((one) => one.id);
    const next = ids[ids.indexOf(id) + 1] ?? null;
    if (before !== id && before !== next) {
      await placeBefore(tx, record, before);
      const others = ids.filter((other) => other !== id);
      const to = before === null ? ids.length : others.indexOf(before) + 1;
      await changePlace(tx, record, "moved", by, { from: ids.indexOf(id) + 1, to });
    }
    return editableRecord(await storedAfter(tx, id));
  });
}

/**
 * Copies a record with its draft to the place after it. The copy is unpublished, so that the site
 * does not show the same text twice. Returns the copy. Throws "not-found", and "conflict" for a
 * singleton.
 */
export async function duplicateRecord(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string,
): Promise<EditableRecord> {
  requireRight(actor, "edit content");
  if (block.shape === "singleton") {
    throw new AppError(
      "conflict",
      `${block.title} can have only one record, so it cannot be copied.`,
    );
  }
  const by = authorship(actor, clock);
  return database.write(async (tx) => {
    await lockRecords(tx, block);
    const original = await lockRecord(tx, block, id);
    const ids = (await listStored(tx, block)).map((one) => one.id);
    const next = ids[ids.indexOf(id) + 1] ?? null;
    const nothing = { published: null, draft: null };
    const draft = draftFor(block, nothing, editedValues(block, original));
    const copyId = await insertState(tx, block, { ...nothing, draft }, "duplicated", by);
    if (next !== null) await placeBefore(tx, await storedAfter(tx, copyId), next);
    return editableRecord(await storedAfter(tx, copyId));
  });
}
