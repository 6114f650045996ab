import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import type { Block } from "../model/define.ts";
import type { ContentDependencies } from "../records/content-dependencies.ts";
import { authorship, changePlace, changeState } from "../records/record-writes.server.ts";
import { storedAfter } from "../records/stored-after.server.ts";
import { lockRecord } from "../records/stored-record.server.ts";
import { type EditableRecord, editableRecord } from "./editable-record.ts";

/**
 * Takes a record's draft away; its history still has it. A record that exists only as a draft goes
 * to the trash, with what was typed. Answers the record as it is then. Throws "not-found".
 */
export async function discardDraft(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string,
): Promise<EditableRecord> {
  requireRight(actor, "edit content");
  const by = authorship(actor, clock);
  return database.write(async (tx) => {
    const record = await lockRecord(tx, block, id);
    if (record.published === null) await changePlace(tx, record, "deleted", by);
    else if (record.draft !== null) {
      await changeState(tx, record, { ...record, draft: null }, "discarded", by);
    }
    return editableRecord(await storedAfter(tx, id));
  });
}
