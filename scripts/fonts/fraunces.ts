import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

/**
 * One cut of the variable family: heavy enough to hold on straw paper, drawn for large sizes, with softened
 * corners like worn type. A pinned cut weighs half of what a weight axis would.
 */
export const cut = { wght: 560, opsz: 110, SOFT: 60, WONK: 0 };

const require = createRequire(import.meta.url);

function sourceFile(script: "latin" | "latin-ext"): string {
  return require.resolve(
    `@fontsource-variable/fraunces/files/fraunces-${script}-full-normal.woff2`,
  );
}

/** Cuts the letters out of the family at the pinned axes; "sfnt" is for tools that read outlines. */
export async function cutLetters(
  letters: string,
  options: {
    script?: "latin" | "latin-ext";
    targetFormat?: "woff2" | "sfnt";
    weight?: number;
  } = {},
): Promise<Buffer> {
  const source = await readFile(sourceFile(options.script ?? "latin"));
  return subsetFont(source, letters, {
    targetFormat: options.targetFormat ?? "woff2",
    variationAxes: { ...cut, wght: options.weight ?? cut.wght },
    // The family has no tabular figures to keep: columns of numbers belong to the sans.
    keepFeatures: ["kern", "liga"],
    noHinting: true,
    dropTables: ["STAT", "gasp", "meta"],
  });
}
