import type { WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { isoTime } from "../../platform/time/dates.ts";
import type { FieldConflict } from "../drafts/merge-edits.ts";
import type { RecordState, Values } from "../records/record-state.ts";
import { recordState, type StoredRecord } from "../records/stored-record.server.ts";

/** Selects the values of a state to compare: the published ones, or those with the draft. */
export type View = (state: RecordState) => Values;

/** The state of a record at a revision. Throws "invalid" at `path` for an unknown revision. */
export async function stateAt(
  tx: WriteTransaction,
  record: StoredRecord,
  revision: number,
  path: string,
): Promise<RecordState> {
  const row = Number.isSafeInteger(revision)
    ? await tx
        .selectFrom("content_history")
        .select(["field_values", "draft_values"])
        .where("record_id", "=", record.id)
        .where("revision", "=", revision)
        .executeTakeFirst()
    : undefined;
  if (row !== undefined) return recordState(row);
  const message = `This record has no revision ${revision}.`;
  throw new AppError("invalid", message, { issues: [{ path, message }] });
}

const rowsAtATime = 100;

/**
 * Author and time of the last change of each given field. Reads the history backwards and usually
 * stops soon, because the fields changed after a form was opened.
 */
export async function lastChanges(
  tx: WriteTransaction,
  record: StoredRecord,
  paths: readonly string[],
  view: View,
): Promise<Map<string, Pick<FieldConflict, "author" | "at">>> {
  const found = new Map<string, Pick<FieldConflict, "author" | "at">>();
  const now = view(record);
  let earliest = { author: record.author, at: isoTime(record.updatedAt) };
  for (let below = record.revision + 1; below > 1 && found.size < paths.length; ) {
    const rows = await newestBelow(tx, record.id, below);
    for (const row of rows) {
      const said = view(recordState(row));
      for (const path of paths) {
        if (!found.has(path) && said[path] !== now[path]) found.set(path, earliest);
      }
      earliest = { author: row.author, at: isoTime(row.at) };
    }
    below = rows.length < rowsAtATime ? 0 : (rows.at(-1)?.revision ?? 0);
  }
  return new Map(paths.map((path) => [path, found.get(path) ?? earliest]));
}

function newestBelow(tx: WriteTransaction, recordId: string, revision: number) {
  return tx
    .selectFrom("content_history")
    .select(["field_values", "draft_values", "author", "at", "revision"])
    .where("record_id", "=", recordId)
    .where("revision", "<", revision)
    .orderBy("revision", "desc")
    .limit(rowsAtATime)
    .execute();
}
