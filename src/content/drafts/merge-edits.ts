import type { Block } from "../model/define.ts";
import type { Values } from "../records/record-state.ts";

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
