import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isoTime } from "#platform/time/dates.ts";
import { lastChanges, stateAt, type View } from "../history/history.ts";
import type { Block } from "../model/define.ts";
import type { StoredRecord, Values } from "../records/stored-record.server.ts";

export type FieldConflict = {
  readonly path: string;
  readonly yours: string;
  readonly theirs: string;
  readonly author: string;
  /** In ISO 8601. */
  readonly at: string;
};

interface EditConflictDetails {
  readonly _id: string;
  /** Current revision of the record. The editor's next save sends this revision as its base. */
  readonly revision: number;
  /** Values that combine both edits, with `yours` in the conflicting fields. */
  readonly merged: Values;
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Thrown when two editors set the same fields to different values; nothing was written. REST
 * answers 409, and its problem document also has the members of `EditConflictDetails` and the
 * block's name.
 */
export class EditConflict extends AppError {
  readonly details: EditConflictDetails;

  constructor(block: Block, details: EditConflictDetails) {
    const labels = details.conflicts.map(({ path }) => block.fields[path]?.label ?? path);
    super(
      "conflict",
      `Someone else has also changed ${labels.join(", ")} in ${block.title}. Choose which text to keep.`,
      { extra: { block: block.name, ...details } },
    );
    this.details = details;
  }
}

interface Edits {
  readonly base: Values;
  readonly yours: Values;
  readonly theirs: Values;
}

/**
 * Merges two edits of one record field by field. A field that only one edit changed gets the value
 * of that edit. `conflicts` names the fields that the edits set to different values; in `merged`
 * these fields have the value of `yours`.
 */
export function mergeEdits(
  block: Block,
  { base, yours, theirs }: Edits,
): { merged: Values; conflicts: readonly string[] } {
  const merged: Record<string, string> = {};
  const conflicts: string[] = [];
  for (const name of Object.keys(block.fields)) {
    const [before = "", mine = "", other = ""] = [base[name], yours[name], theirs[name]];
    merged[name] = mine === before ? other : mine;
    if (mine !== other && mine !== before && other !== before) conflicts.push(name);
  }
  return { merged, conflicts };
}

interface Edit {
  readonly values: Values;
  /**
   * Revision from which the edit started. Without a base, the edit overwrites changes by others.
   */
  readonly base: number | undefined;
}

/**
 * Returns the values of a locked record after an edit, merged with changes by others since the
 * edit's base. Throws EditConflict for fields that the edits set to different values, and "invalid"
 * for an unknown base.
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
