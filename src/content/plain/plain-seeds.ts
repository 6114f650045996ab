import { type Blocks, blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { plainWords } from "./plain-words.ts";

type Values = Readonly<Record<string, string>>;

/** The farm is the demonstration content as blocks declare it; plain is the same without the farm. */
export type WordSet = "farm" | "plain";

export const otherSet = { farm: "plain", plain: "farm" } as const;

const plainSeeds = new Map(
  (Object.keys(blocks) as (keyof Blocks)[]).map((key) => {
    const block = blocks[key] as Block;
    const given = plainWords[key] as Values | Readonly<Record<string, Values>> | undefined;
    const seeds = block.seed as readonly Values[];
    const plain = seeds.map((seed) => ({
      ...seed,
      ...((block.shape === "singleton" ? given : given?.[seed[block.labelField] ?? ""]) as Values),
    }));
    return [block.name, { farm: seeds, plain }];
  }),
);

/** The demonstration content of a block in one set of words. Both sets have the same order. */
export function seedsOf(block: Block, set: WordSet): readonly Values[] {
  return plainSeeds.get(block.name)?.[set] ?? [];
}
