import { demonstrationName } from "#platform/business.ts";
import type { IconName } from "../model/icon-names.ts";

/**
 * Words that stand for the farm of the demonstration content, and not for search, forms or a part of
 * a building. Words that businesses use as well, such as "field", "ground", "plant" and "grow", are
 * left out, because the panel lists every text that has a word of this list.
 */
const farmWords = [
  "acres?",
  "almanacs?",
  "barns?",
  "crops",
  "farms?",
  "farmhouses?",
  "farmers?",
  "furrows?",
  "growers?",
  "harvests?",
  "orchards?",
  "ploughed",
  "ploughs?",
  "pollination",
  "seed packets?",
  "seedlings?",
  "soil",
  "sow",
  "sowing",
  "sown",
  "sprouts?",
  "tractors?",
  "weeds",
];

/** Not within another word, nor within an address such as hello@farm.example. */
const before = "(?<![\\p{L}\\p{N}@./-])";
const after = "(?![\\p{L}\\p{N}@/-]|\\.\\p{L})";
const pattern = new RegExp(`${before}(?:${farmWords.join("|")})${after}`, "giu");

/**
 * The first word of the farm in a text; null for none. Names in `except` do not count, nor does that
 * of the product, which is the invented business.
 */
export function farmWordIn(text: string, except: readonly string[] = []): string | null {
  const names = [...except, demonstrationName].filter((name) => name !== "");
  const spared = names.reduce((left, name) => left.replaceAll(name, ""), text);
  return spared.match(pattern)?.[0] ?? null;
}

const anywhere = new RegExp(farmWords.join("|"), "i");

/** False for a text without any word of the farm, also within other words; faster on long texts. */
export function mayHaveFarmWord(text: string): boolean {
  return anywhere.test(text);
}

/** Icons that show a plant, an animal or a tool of the farm. */
export const farmIcons: ReadonlySet<string> = new Set<IconName>([
  "barn",
  "basket",
  "bee",
  "field",
  "furrow",
  "gate",
  "leaf",
  "mill",
  "plough",
  "rain",
  "roots",
  "scarecrow",
  "scythe",
  "seed",
  "sprout",
  "tractor",
  "watering-can",
  "wheat",
]);
