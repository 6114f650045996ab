import type { Block } from "../../../../content/model/define.ts";

/** Under what a browser keeps what is typed into a record; null is one that is being added. */
export function typingSubject(block: Block, id: string | null): string {
  return `furrow-typed ${block.name} ${id ?? "new"}`;
}
