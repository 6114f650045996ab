import type { Block } from "./define.ts";

// Not in `screens.ts`, which imports every block: a page with a link to one record needs none of them.

/** Path of the screen that edits a record; the first one if its block has several. */
export function editPathOf(block: Block, id: string): string {
  return `${block.screens.edit[0] ?? ""}/${id}`;
}

/** Path of the screen that lists a block's records. */
export function listPathOf(block: Block): string {
  return block.screens.list[0] ?? "/setting";
}
