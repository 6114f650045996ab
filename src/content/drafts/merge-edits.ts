import { AppError } from "../../platform/errors.ts";
import type { Block } from "../model/define.ts";
import type { Values } from "../records/record-state.ts";

/** A field that two people changed, each to something else. */
export type FieldConflict = {
  readonly path: string;
  readonly yours: string;
  readonly theirs: string;
  /** Who wrote theirs. */
  readonly author: string;
  /** When, in ISO 8601. */
  readonly at: string;
};

interface EditConflictDetails {
  readonly _id: string;
  /** The record's present revision: the base for whoever has chosen. */
  readonly revision: number;
  /** Both edits together, with yours in the fields of the conflicts. */
  readonly merged: Values;
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Somebody else changed the same fields to something else; nothing was written. REST answers 409
 * with the block's name and these details beside the usual members.
 */
export class EditConflict extends AppError {
  readonly details: EditConflictDetails;

  constructor(block: Block, details: EditConflictDetails) {
    const labels = details.conflicts.map(({ path }) => block.fields[path]?.label ?? path);
    super(
      "conflict",
      `Somebody else has changed ${labels.join(", ")} in ${block.title} too. Choose which text stays.`,
      { extra: { block: block.name, ...details } },
    );
    this.details = details;
  }
}

interface Edits {
  /** What both started from. */
  readonly base: Values;
  readonly yours: Values;
  /** What is there now. */
  readonly theirs: Values;
}

/**
 * Brings two edits of one record together, field by field. A field that only one side changed is
 * that side's; `conflicts` are the fields that both changed, each to something else. There, `merged`
 * says yours.
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
