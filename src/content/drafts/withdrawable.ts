import type { Block } from "../model/define.ts";

/**
 * Whether records of a block can be taken off the site: not those that no page shows, and no search
 * listing, which its page needs.
 */
export function isWithdrawable({ readBy, shownAs }: Pick<Block, "readBy" | "shownAs">): boolean {
  return readBy === "everyone" && shownAs !== "listing";
}
