import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";
import type { Axes } from "./families.ts";

interface Cut {
  readonly targetFormat: "woff2" | "sfnt";
  readonly variationAxes?: Axes;
  readonly keepFeatures?: readonly string[];
}

/** A font of a package with the given letters only. */
export async function subset(name: string, letters: string, options: Cut): Promise<Buffer> {
  return subsetFont(await readFile(new URL(import.meta.resolve(name))), letters, {
    // Drops every feature but kerning and ligatures. Fraunces has no tabular figures to keep; its
    // columns of numbers use the sans-serif font.
    keepFeatures: ["kern", "liga"],
    ...options,
    noHinting: true,
    dropTables: ["STAT", "gasp", "meta"],
  });
}

/** Letters of a CSS unicode-range such as "U+20-7E, U+A0". */
export function lettersOf(range: string): string[] {
  return range.split(",").flatMap((part) => {
    const [first = "", last = first] = part.trim().slice(2).split("-");
    const from = Number.parseInt(first, 16);
    const to = Number.parseInt(last, 16);
    return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
  });
}
