import { blocks } from "./blocks.ts";
import type { Block } from "./define.ts";

/** An admin page that lists the records of one or more blocks and creates records. */
export interface ListScreen {
  /** Path of the specification, such as "/edit-banner". */
  readonly path: string;
  readonly title: string;
  /** Further content of the page that its title does not name. */
  readonly note: string | undefined;
  /** Blocks in the order of their declaration. */
  readonly blocks: readonly Block[];
}

/** An admin page that edits one record. */
export interface EditScreen {
  /** `/{id}` is appended; "" is the catch-all. */
  readonly path: string;
  readonly block: Block;
}

const all = Object.values(blocks) as readonly Block[];

/** One screen for each list path, which several blocks may share. */
export const listScreens: readonly ListScreen[] = [
  ...new Set(all.flatMap((block) => block.screens.list)),
].map((path) => {
  const blocks = all.filter((block) => block.screens.list.includes(path));
  const title = blocks[0]?.screens.title ?? blocks[0]?.title ?? path;
  const note = blocks.flatMap(({ screens }) => screens.note ?? [])[0];
  return { path, title, note, blocks };
});

export const editScreens: readonly EditScreen[] = all.flatMap((block) =>
  block.screens.edit.map((path) => ({ path, block })),
);
