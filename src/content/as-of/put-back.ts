import { isUniqueViolation } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { RevisionOfRecord } from "../history/restore-revision.ts";
import type { ContentDependencies } from "../records/change-site.server.ts";
import {
  authorship,
  changePlace,
  changeState,
  requireEditing,
} from "../records/record-writes.server.ts";
import {
  draftFor,
  editedValues,
  lockAnyRecord,
  publishedValues,
  recordState,
  sameValues,
  storedAfter,
} from "../records/stored-record.server.ts";
import { rowsAsOf } from "./states-as-of.server.ts";

/**
 * Makes the texts that visitors saw at a time the drafts of these records, all or none; visitors see
 * no change. A record in the trash comes back as an unpublished draft. Returns the changes that an
 * undo can revert. Throws "conflict" for a record that visitors did not see then, and for a second
 * record of a singleton.
 */
export async function putBackAsOf(
  { database, clock }: ContentDependencies,
  actor: Actor,
  at: number,
  recordIds: readonly string[],
): Promise<readonly RevisionOfRecord[]> {
  requireRight(actor, "edit content");
  const by = authorship(actor, clock);
  const putting = database.write(async (tx) => {
    const changes: RevisionOfRecord[] = [];
    const rows = await rowsAsOf(tx, at, { ids: recordIds });
    // Sorted, so that two transactions lock in the same order and cannot deadlock.
    for (const id of recordIds.toSorted()) {
      const record = await lockAnyRecord(tx, id);
      const then = rows.find((row) => row.id === id);
      if (record === undefined || then === undefined) throw notThere();
      const { block } = record;
      requireEditing(actor, block);
      const past = recordState({ field_values: then.field_values, draft_values: null });
      if (record.deletedAt !== null) {
        await changePlace(tx, record, "undeleted", by);
        const draft = draftFor(block, nothing, publishedValues(block, past));
        const back = await storedAfter(tx, id);
        await changeState(tx, back, { published: null, draft }, "drafted", by);
        continue;
      }
      // Fields that the block got since then stay as they are.
      const values = { ...publishedValues(block, record), ...past.published };
      if (sameValues(block, values, editedValues(block, record))) continue;
      const draft = draftFor(block, record, values);
      const revision = await changeState(tx, record, { ...record, draft }, "drafted", by);
      changes.push({ id, revision });
    }
    return changes;
  });
  return putting.catch((error) => {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      "conflict",
      "There is another item in its place now. Delete that one first, or put back only its texts.",
    );
  });
}

const nothing = { published: null, draft: null };

function notThere(): AppError {
  return new AppError(
    "conflict",
    "Visitors did not see this item at that time, so there is nothing to put back.",
  );
}
