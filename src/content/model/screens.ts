import { blocks } from "./blocks.ts";
import type { Block } from "./define.ts";

export interface ListScreen {
  /** From the specification, such as "/edit-banner". */
  readonly path: string;
  readonly title: string;
  /** A note about content of the screen that the title does not mention, such as redirects. */
  readonly note: string | undefined;
  readonly blocks: readonly Block[];
}

export interface EditScreen {
  /** Path to which `/{id}` is appended, so "" gives the path `/{id}`. */
  readonly path: string;
  readonly block: Block;
}

const all = Object.values(blocks) as readonly Block[];

/** One screen for each path; several blocks may share a path. */
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
