import { type Database, isUniqueViolation } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { type EditableRecord, editableRecord } from "../drafts/editable-record.ts";
import { type ContentDependencies, changeSite } from "../records/change-site.server.ts";
import { keepMarkExclusive } from "../records/exclusive-mark.server.ts";
import { authorship, changePlace } from "../records/record-writes.server.ts";
import {
  findStored,
  lockAnyRecord,
  storedAfter,
  storedRecord,
} from "../records/stored-record.server.ts";

/** `deletedAt` is in ISO 8601. */
export interface TrashedRecord extends EditableRecord {
  readonly deletedBy: string;
  readonly deletedAt: string;
}

/** Most recently deleted first. */
export async function listTrash(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<TrashedRecord[]> {
  requireRight(actor, "edit content");
  const rows = await database.read
    .selectFrom("content_records as record")
    // The last history entry of a deleted record is its deletion.
    .innerJoin("content_history as deletion", (join) =>
      join
        .onRef("deletion.record_id", "=", "record.id")
        .onRef("deletion.revision", "=", "record.revision"),
    )
    .selectAll("record")
    .select(["deletion.author as deleted_by", "deletion.at as time"])
    .where("record.deleted_at", "is not", null)
    .orderBy("record.deleted_at", "desc")
    .orderBy("record.id", "desc")
    .execute();
  return rows.flatMap((row) => {
    const record = storedRecord(row);
    if (record === undefined) return [];
    return [{ ...editableRecord(record), deletedBy: row.deleted_by, deletedAt: isoTime(row.time) }];
  });
}

/**
 * Restores a record from the trash to its place in its list. Throws "not-found" for a record that
 * is not in the trash, and "conflict" for a singleton that has another record now.
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
      throw new AppError("not-found", "There is no such item in the trash.");
    }
    await changePlace(tx, record, "undeleted", by);
    await keepMarkExclusive(tx, record.block, [recordId], by);
    return editableRecord(await storedAfter(tx, recordId));
  });
  return restoring.catch(async (error) => {
    if (!isUniqueViolation(error)) throw error;
    const title = (await findStored(deps.database.read, recordId))?.block.title ?? "It";
    throw new AppError(
      "conflict",
      `${title} can have only one item, and there is another one now. Delete that one first.`,
    );
  });
}
