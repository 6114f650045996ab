import type { Database } from "../../platform/database/database.ts";
import { isoTime } from "../../platform/time/dates.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { type EditableRecord, editableRecord } from "../drafts/editable-record.ts";
import { storedRecord } from "../records/stored-record.server.ts";

/** A deleted record, with who deleted it and when in ISO 8601. */
export interface TrashedRecord extends EditableRecord {
  readonly deletedBy: string;
  readonly deletedAt: string;
}

/** Everything in the trash, what was deleted last first. */
export async function listTrash(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<TrashedRecord[]> {
  requireRight(actor, "edit content");
  const rows = await database.read
    .selectFrom("content_records as record")
    // Being deleted is the last thing that happened to it.
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
