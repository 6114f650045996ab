import { z } from "zod";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { type EditableRecord, editableRecord } from "../drafts/editable-record.ts";
import type { Block } from "../model/define.ts";
import type { ContentDependencies } from "./content-dependencies.ts";
import { placeBefore } from "./place-before.server.ts";
import { authorship, changePlace } from "./record-writes.server.ts";
import { storedAfter } from "./stored-after.server.ts";
import { listStored, lockRecord, lockRecords } from "./stored-record.server.ts";

export const destination = z.strictObject({
  before: z.string("Say before which record it goes, or null for the end.").nullable(),
});

/**
 * Moves a record within its list: `input` is `{ before }`, the id of the record that it goes
 * before, or null for the end. Takes effect at once, also on the site. Throws "invalid", and
 * "not-found" when either is not there.
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
