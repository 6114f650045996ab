import type { Blocks } from "./blocks.ts";
import type { RecordOf } from "./define.ts";

/** Name of the site in titles and emails. */
export const siteName = "Furrow";

type PublicKey = {
  [Key in keyof Blocks]: Blocks[Key]["readBy"] extends "everyone" ? Key : never;
}[keyof Blocks];

/**
 * The content of the public pages: every block that everyone may read. A singleton is one record or
 * undefined; a collection is a list of records in the owner's order.
 */
export type SiteContent = {
  readonly [Key in PublicKey]: Blocks[Key]["shape"] extends "singleton"
    ? RecordOf<Blocks[Key]> | undefined
    : readonly RecordOf<Blocks[Key]>[];
};
