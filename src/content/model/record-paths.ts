import type { Block } from "./define.ts";

// Separate from `screens.ts`, because that file imports every block. A page that only links to a
// record would then load all blocks.

export function editPathOf(block: Block, id: string): string {
  return `${block.screens.edit[0] ?? ""}/${id}`;
}

export function listPathOf(block: Block): string {
  return block.screens.list[0] ?? "/setting";
}
