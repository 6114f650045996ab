import { AppError } from "../../platform/errors.ts";
import type { Block } from "../model/define.ts";
import type { Values } from "../records/record-state.ts";

/** A field that two editors changed to different values. */
export type FieldConflict = {
  readonly path: string;
  readonly yours: string;
  readonly theirs: string;
  /** Author of `theirs`. */
  readonly author: string;
  /** Time of `theirs`, in ISO 8601. */
  readonly at: string;
};

interface EditConflictDetails {
  readonly _id: string;
  /** The record's current revision, the base of the save after the choice. */
  readonly revision: number;
  /** Both edits combined, with your values in the conflicting fields. */
  readonly merged: Values;
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Another editor set the same fields to different values; nothing was written. REST answers 409
 * with the block's name and these details, in addition to the members of every error.
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
  /** Values from which both edits started. */
  readonly base: Values;
  readonly yours: Values;
  /** Current values. */
  readonly theirs: Values;
}

/**
 * Merges two edits of one record field by field. A field that one side changed gets that side's
 * value; `conflicts` are fields that both sides set to different values, where `merged` has yours.
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
