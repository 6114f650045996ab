import { AppError } from "../../platform/errors.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { type EditableRecord, editableRecord } from "../drafts/editable-record.ts";
import type { Block } from "../model/define.ts";
import type { ContentDependencies } from "./content-dependencies.ts";
import { placeBefore } from "./place-before.server.ts";
import { draftFor, editedValues } from "./record-state.ts";
import { authorship, insertState } from "./record-writes.server.ts";
import { storedAfter } from "./stored-after.server.ts";
import { listStored, lockRecord, lockRecords } from "./stored-record.server.ts";

/**
 * Copies a record, with its draft, to right behind it. The copy is a draft: a list on the site does
 * not say the same thing twice until somebody wants it to. Answers the copy. Throws "not-found",
 * and "conflict" for a singleton.
 */
export async function duplicateRecord(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string,
): Promise<EditableRecord> {
  requireRight(actor, "edit content");
  if (block.shape === "singleton") {
    throw new AppError("conflict", `There is only one ${block.title}: it has no copies.`);
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
