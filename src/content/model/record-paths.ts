import type { Block } from "./define.ts";

// Apart from the screens, which know every block: a page that leads to one record needs none of them.

/** Where a record is edited; the first of a block's paths when it has several. */
export function editPathOf(block: Block, id: string): string {
  return `${block.screens.edit[0] ?? ""}/${id}`;
}

/** Where a block's records are listed. */
export function listPathOf(block: Block): string {
  return block.screens.list[0] ?? "/setting";
}
