import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isoTime } from "#platform/time/dates.ts";
import { lastChanges, stateAt, type View } from "../history/history.ts";
import type { Block } from "../model/define.ts";
import type { Field } from "../model/fields.ts";
import type { StoredRecord, Values } from "../records/stored-record.server.ts";
import { mergeSections, type SectionConflict } from "../sections/merge-sections.ts";

export type FieldConflict = {
  readonly path: string;
  readonly yours: string;
  readonly theirs: string;
  readonly author: string;
  /** In ISO 8601. */
  readonly at: string;
  /**
   * Only for a list of sections: the values that both changed. `yours` and `theirs` are then the whole
   * list with both edits, which differ in these values only.
   */
  readonly sections?: readonly SectionConflict[];
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

export interface MergedEdits {
  merged: Values;
  conflicts: readonly string[];
  /** Values of the conflicting fields for an editor who takes the other text. */
  others: Values;
  /** Conflicting values of sections, by the name of the field. */
  sections: Readonly<Record<string, readonly SectionConflict[]>>;
}

/**
 * Merges two edits of one record field by field, and a list of sections value by value. A field that
 * only one edit changed gets the value of that edit. `conflicts` names the fields that the edits set
 * to different values; in `merged` these fields have the value of `yours`.
 */
export function mergeEdits(block: Block, { base, yours, theirs }: Edits): MergedEdits {
  const result: MergedEdits = { merged: {}, conflicts: [], others: {}, sections: {} };
  for (const [name, field] of Object.entries(block.fields)) {
    const [before = "", mine = "", other = ""] = [base[name], yours[name], theirs[name]];
    if (mine === before || mine === other || other === before) {
      result.merged = { ...result.merged, [name]: mine === before ? other : mine };
    } else {
      mergeField(result, [name, field], { base: before, yours: mine, theirs: other });
    }
  }
  return result;
}

/** Merges different texts of a field into a result. */
export function mergeField(
  result: MergedEdits,
  [name, { kind, originals }]: readonly [string, Field],
  edits: { readonly base: string; readonly yours: string; readonly theirs: string },
): void {
  const both = kind === "sections" ? mergeSections(edits, originals) : undefined;
  result.merged = { ...result.merged, [name]: both?.merged ?? edits.yours };
  if (both?.conflicts.length === 0) return;
  result.conflicts = [...result.conflicts, name];
  result.others = { ...result.others, [name]: both?.withTheirs ?? edits.theirs };
  if (both !== undefined) result.sections = { ...result.sections, [name]: both.conflicts };
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
  const result = mergeEdits(record.block, edits);
  if (result.conflicts.length === 0) return result.merged;
  throw await editConflict(tx, record, result, view);
}

export async function editConflict(
  tx: WriteTransaction,
  record: StoredRecord,
  { merged, conflicts, others, sections }: MergedEdits,
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
      theirs: others[path] ?? "",
      ...(sections[path] && { sections: sections[path] }),
      ...(changes.get(path) ?? { author: record.author, at: isoTime(record.updatedAt) }),
    })),
  });
}
