import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import {
  adaptedFonts,
  type FontUse,
  familyOf,
  typefaceOf,
} from "../../src/look/typefaces/typefaces.ts";
import { englishText, fallbackFace, metricsOf } from "./fallback-faces.ts";
import { type Cut, type Family, ranges } from "./families.ts";
import { outlinesIn, shortened } from "./outlines.ts";
import { lettersOf, subset } from "./subset.ts";

const fonts = new URL("../../src/app/ui/fonts/", import.meta.url);
const sheets = new URL("../../src/app/ui/styles/typefaces/", import.meta.url);
const pdfFonts = new URL("../../src/look/typefaces/pdf-fonts/", import.meta.url);
const outlines = new URL("../../src/look/typefaces/outlines/", import.meta.url);

/** Letters of headings in PDFs and share pictures. */
const printed = [
  [
    "latin",
    "U+20-7E, U+A0-FF, U+131, U+152-153, U+2013-2014, U+2018-201E, U+2022, U+2026, U+20AC, U+2122",
  ],
  ["latin-ext", "U+100-130, U+132-151, U+154-17F, U+218-21B"],
] as const;

/** Writes the files of a family, and one style sheet for each cut. */
export async function cutFamily(family: Family): Promise<void> {
  await Promise.all(
    [new URL(`${family.folder}/`, fonts), sheets, pdfFonts, outlines].map((folder) =>
      mkdir(folder, { recursive: true }),
    ),
  );
  for (const [use, cut] of Object.entries(family.cuts) as [FontUse, Cut][]) {
    await cutFor(family, use, cut);
  }
  const { heading } = family.cuts;
  if (heading !== undefined) await cutPrinted(family, heading);
}

/** The fonts of PDFs, and the outlines of share pictures. */
async function cutPrinted(family: Family, cut: Cut): Promise<void> {
  const lines: string[] = [];
  for (const [script, range] of printed) {
    const letters = lettersOf(range);
    const font = await subset(sourceOf(family, cut, script), letters.join(""), {
      targetFormat: "sfnt",
      variationAxes: cut.axes,
    });
    const name = `${family.folder}-${script === "latin" ? "latin" : "extended"}.ttf`;
    await writeFile(new URL(name, pdfFonts), font);
    lines.push(...outlinesIn(font, letters, 1000, shortened));
  }
  const json = `{${lines.join(",")}}`;
  await writeFile(new URL(`${family.folder}.json.br`, outlines), brotliCompressSync(json));
}

async function cutFor(family: Family, use: FontUse, cut: Cut): Promise<void> {
  const name = use === "text" ? `${family.folder}-text` : family.folder;
  const css = [headOf(use)];
  for (const { suffix, script, letters } of ranges) {
    const source = sourceOf(family, cut, script);
    if (!existsSync(new URL(import.meta.resolve(source)))) continue;
    const file = `${family.folder}/${name}${suffix}.woff2`;
    const font = await subset(source, lettersOf(letters).join(""), {
      targetFormat: "woff2",
      variationAxes: cut.axes,
      keepFeatures: use === "text" ? ["kern", "liga", "tnum"] : ["kern", "liga"],
    });
    await writeFile(new URL(file, fonts), font);
    css.push(`
@font-face {
  font-family: "${familyOf(family.name, use)}";
  font-weight: ${use === "text" ? "400 600" : "400 700"};
  font-display: optional;
  src: url("../../fonts/${file}") format("woff2");
  unicode-range: ${letters};
}
`);
  }
  css.push(...(await fallbacksOf(family, use, cut)));
  await writeFile(new URL(`${name}.css`, sheets), css.join(""));
}

async function fallbacksOf(family: Family, use: FontUse, cut: Cut): Promise<string[]> {
  const faces: string[] = [];
  for (const weight of use === "text" ? ["400", "600"] : ["400 700"]) {
    const fixed = use === "text" ? { wght: Number(weight) } : cut.axes;
    const source = sourceOf(family, cut, "latin");
    const metrics = metricsOf(
      await subset(source, englishText, { targetFormat: "sfnt", variationAxes: fixed }),
    );
    for (const font of adaptedFonts[typefaceOf(family.name).kind]) {
      faces.push(fallbackFace(familyOf(family.name, use), font, weight, metrics));
    }
  }
  return faces;
}

function headOf(use: FontUse): string {
  return use === "text"
    ? `/*
 * \`npm run fonts\` makes this style sheet and its files. The files have the weights from regular to
 * semibold, and figures of equal width ("tnum").
 */
`
    : `/*
 * \`npm run fonts\` makes this style sheet and its files. The files have one weight, and the rules
 * declare a range of weights so that browsers do not synthesise bold.
 */
`;
}

function sourceOf({ folder }: Family, { source }: Cut, script: string): string {
  return `@fontsource-variable/${folder}/files/${folder}-${script}-${source}-normal.woff2`;
}
