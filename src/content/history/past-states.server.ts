import type { WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { isoTime } from "../../platform/time/dates.ts";
import type { FieldConflict } from "../drafts/merge-edits.ts";
import type { RecordState, Values } from "../records/record-state.ts";
import { recordState, type StoredRecord } from "../records/stored-record.server.ts";

/** Which of a state's texts are looked at: what the site says, or what it says with the draft. */
export type View = (state: RecordState) => Values;

/** What a record was at a revision. Throws "invalid" at `path` when it never had that one. */
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
 * Who gave some fields the text that they have now, and when. Goes back from the present until all
 * are known, which is soon: they changed after a form was opened.
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
