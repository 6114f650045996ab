import type { Queries } from "#platform/database/database.ts";
import { blocks } from "../model/blocks.ts";
import type { AnyRecord, Block } from "../model/define.ts";
import type { SiteContent } from "../model/site-content.ts";
import type { WordSet } from "./plain-seeds.ts";
import { readLastSwap, swappable } from "./swap-words.ts";
import { type LastSwap, swappedState } from "./swapped-state.ts";

/**
 * The parts of the site that would differ in another set of words, for a preview. The rest is as in
 * `site`.
 */
export async function siteInWords(
  queries: Queries,
  site: SiteContent,
  to: WordSet,
): Promise<Partial<SiteContent>> {
  const last = await readLastSwap(queries);
  const content = site as unknown as Record<string, AnyRecord | readonly AnyRecord[] | undefined>;
  const changed = Object.entries(blocks as Readonly<Record<string, Block>>).flatMap(
    ([key, block]) => {
      const present = content[key];
      if (present === undefined || !swappable.has(block.name)) return [];
      const swapped = Array.isArray(present)
        ? present.map((record) => inWords(block, record, to, last))
        : inWords(block, present as AnyRecord, to, last);
      return JSON.stringify(swapped) === JSON.stringify(present) ? [] : [[key, swapped]];
    },
  );
  return Object.fromEntries(changed);
}

function inWords(
  block: Block,
  { _id, ...values }: AnyRecord,
  to: WordSet,
  last: ReadonlyMap<string, LastSwap>,
): AnyRecord {
  const state = { published: values as Readonly<Record<string, string>>, draft: null };
  return { _id, ...swappedState(block, state, to, last.get(_id)).published };
}
