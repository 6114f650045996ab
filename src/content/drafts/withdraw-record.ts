import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import type { ChangedRecord, RevisionOfRecord } from "../history/restore-revision.ts";
import type { Block } from "../model/define.ts";
import { type ContentDependencies, changeSite } from "../records/change-site.server.ts";
import {
  type Authorship,
  authorship,
  changeState,
  requireEditing,
} from "../records/record-writes.server.ts";
import {
  draftFor,
  editedValues,
  lockRecord,
  type StoredRecord,
  storedAfter,
} from "../records/stored-record.server.ts";
import { editableRecord } from "./editable-record.ts";
import { isWithdrawable } from "./withdrawable.ts";

/**
 * Takes a record off the site and keeps its texts as a draft, so that it can be published again.
 * Returns no change for a record that is not on the site. Throws "not-found", and "conflict" for a
 * block that needs its record.
 */
export async function withdrawRecord(
  deps: ContentDependencies,
  actor: Actor,
  block: Block,
  id: string,
): Promise<ChangedRecord> {
  requireEditing(actor, block);
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    const change = await withdraw(tx, await lockRecord(tx, block, id), by);
    return { record: editableRecord(await storedAfter(tx, id)), change };
  });
}

/** Takes a locked record off the site, in a transaction of `changeSite`. */
export async function withdraw(
  tx: WriteTransaction,
  record: StoredRecord,
  by: Authorship,
): Promise<RevisionOfRecord | null> {
  const { id, block } = record;
  if (!isWithdrawable(block)) {
    throw new AppError("conflict", `${block.title} cannot be taken off the site.`);
  }
  if (record.published === null) return null;
  const nothing = { published: null, draft: null };
  const state = { published: null, draft: draftFor(block, nothing, editedValues(block, record)) };
  return { id, revision: await changeState(tx, record, state, "withdrawn", by) };
}
