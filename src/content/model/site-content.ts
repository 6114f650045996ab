import type { Blocks } from "./blocks.ts";
import type { RecordOf } from "./define.ts";

type PublicKey = {
  [Key in keyof Blocks]: Blocks[Key]["readBy"] extends "everyone"
    ? Blocks[Key] extends { readonly isRead: "alone" }
      ? never
      : Key
    : never;
}[keyof Blocks];

/**
 * The records of all blocks that everyone may read, without pages and articles. A singleton is a record or undefined; a
 * collection is a list in the owner's order.
 */
export type SiteContent = {
  readonly [Key in PublicKey]: Blocks[Key]["shape"] extends "singleton"
    ? RecordOf<Blocks[Key]> | undefined
    : readonly RecordOf<Blocks[Key]>[];
} & {
  /** True as soon as an article is published. */
  readonly hasArticles: boolean;
};
