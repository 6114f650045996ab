import { isUniqueViolation } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { type EditableRecord, editableRecord } from "../drafts/editable-record.ts";
import { changeSite } from "../records/change-site.server.ts";
import type { ContentDependencies } from "../records/content-dependencies.ts";
import { authorship, changePlace } from "../records/record-writes.server.ts";
import { storedAfter } from "../records/stored-after.server.ts";
import { findStored, lockAnyRecord } from "../records/stored-record.server.ts";

/**
 * Takes a record out of the trash, back to its place in its list. Throws "not-found" when it is not
 * there, and "conflict" for a singleton that has another record meanwhile.
 */
export async function restoreFromTrash(
  deps: ContentDependencies,
  actor: Actor,
  recordId: string,
): Promise<EditableRecord> {
  requireRight(actor, "edit content");
  const by = authorship(actor, deps.clock);
  const restoring = changeSite(deps, by, async (tx) => {
    const record = await lockAnyRecord(tx, recordId);
    if (record === undefined || record.deletedAt === null) {
      throw new AppError("not-found", "There is no such record in the trash.");
    }
    await changePlace(tx, record, "undeleted", by);
    return editableRecord(await storedAfter(tx, recordId));
  });
  return restoring.catch(async (error) => {
    if (!isUniqueViolation(error)) throw error;
    const title = (await findStored(deps.database.read, recordId))?.block.title ?? "It";
    throw new AppError(
      "conflict",
      `${title} has another record now, and there is only one. Delete that one first, or take this one's texts out of its history.`,
    );
  });
}
