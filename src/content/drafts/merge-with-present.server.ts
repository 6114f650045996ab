import type { WriteTransaction } from "../../platform/database/database.ts";
import { isoTime } from "../../platform/time/dates.ts";
import { lastChanges, stateAt, type View } from "../history/past-states.server.ts";
import type { Values } from "../records/record-state.ts";
import type { StoredRecord } from "../records/stored-record.server.ts";
import { EditConflict, mergeEdits } from "./merge-edits.ts";

interface Edit {
  /** New values; omitted fields stay unchanged. */
  readonly values: Values;
  /** Revision from which the edit started; without it, the edit wins. */
  readonly base: number | undefined;
}

/**
 * Values of a locked record after an edit; changes by others since the edit's base are kept. Throws
 * EditConflict for fields that both changed, and "invalid" for an unknown base.
 */
export async function mergeWithPresent(
  tx: WriteTransaction,
  record: StoredRecord,
  { values, base }: Edit,
  view: View,
): Promise<Values> {
  const theirs = view(record);
  if (base === undefined) return { ...theirs, ...values };
  const before = view(await stateAt(tx, record, base, "base"));
  const edits = { base: before, yours: { ...before, ...values }, theirs };
  const { merged, conflicts } = mergeEdits(record.block, edits);
  if (conflicts.length === 0) return merged;
  throw await editConflict(tx, record, { merged, theirs, conflicts }, view);
}

interface Collision {
  readonly merged: Values;
  readonly theirs: Values;
  readonly conflicts: readonly string[];
}

/** The error with both values of each field and the author of the current one. */
export async function editConflict(
  tx: WriteTransaction,
  record: StoredRecord,
  { merged, theirs, conflicts }: Collision,
  view: View,
): Promise<EditConflict> {
  const changes = await lastChanges(tx, record, conflicts, view);
  return new EditConflict(record.block, {
    _id: record.id,
    revision: record.revision,
    merged,
    conflicts: conflicts.map((path) => ({
      path,
      yours: merged[path] ?? "",
      theirs: theirs[path] ?? "",
      ...(changes.get(path) ?? { author: record.author, at: isoTime(record.updatedAt) }),
    })),
  });
}
