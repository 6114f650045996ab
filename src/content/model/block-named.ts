import { AppError } from "../../platform/errors.ts";
import { blocks } from "./blocks.ts";
import type { Block } from "./define.ts";

const blocksByName = new Map((Object.values(blocks) as Block[]).map((one) => [one.name, one]));

/** The block that is called so in the database, in exports and in addresses. */
export function findBlock(name: string): Block | undefined {
  return blocksByName.get(name);
}

/** The same. Throws "not-found" when there is none. */
export function blockNamed(name: string): Block {
  const block = findBlock(name);
  if (block === undefined) throw new AppError("not-found", "There is no such kind of content.");
  return block;
}
