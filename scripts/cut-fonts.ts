// `npm run fonts`: makes each font of `src/app/ui/styles` from the Fraunces family, with
// the letters of the font's `unicode-range`, writes the letters' outlines for share pictures, and
// makes the fonts of PDFs.
// The repository contains the results, so run this only after a change of the design or of a range.
import { readFile, writeFile } from "node:fs/promises";
import * as harfbuzz from "harfbuzzjs";
import subsetFont from "subset-font";

const styles = new URL("../src/app/ui/styles/", import.meta.url);
const outlines = new URL("../src/seo/heading-outlines.json", import.meta.url);
/**
 * Values of the variable font's axes: bold enough to be readable on the straw-coloured background,
 * drawn for large sizes, with softened corners like worn type. Fixed values make files half as
 * large as a weight axis would.
 */
const cut = { wght: 560, opsz: 110, SOFT: 60, WONK: 0 };
const outlineWeight = 600;
/** Units per em of the display font, in which all outlines are stored, and of the text font. */
const displayUnits = 2000;
const textUnits = 1000;
const pdfFonts = new URL("../src/platform/documents/fonts/", import.meta.url);
/** Latin, Greek and Cyrillic of all European languages, arrows, and signs of texts and sums. */
const europeanLetters =
  "U+20-7E, U+A0-24F, U+2B0-2FF, U+300-36F, U+370-3FF, U+400-52F, U+1E00-1EFF, U+1F00-1FFF, " +
  "U+2000-206F, U+2070-209F, U+20A0-20C0, U+2100-214F, U+2190-21FF, U+2200-22FF, U+25A0-25FF, " +
  "U+2713, U+FB01-FB02";

type Format = "woff2" | "sfnt";

async function cutLetters(
  letters: readonly string[],
  targetFormat: Format,
  weight = cut.wght,
): Promise<Buffer> {
  const script = (letters[0] ?? "") < "\u0100" ? "latin" : "latin-ext";
  const name = `@fontsource-variable/fraunces/files/fraunces-${script}-full-normal.woff2`;
  const variationAxes = { ...cut, wght: weight };
  return subset(name, letters.join(""), { targetFormat, variationAxes });
}

interface Cut {
  readonly targetFormat: Format;
  readonly variationAxes?: Readonly<Record<string, number>>;
}

async function subset(name: string, letters: string, options: Cut): Promise<Buffer> {
  return subsetFont(await readFile(new URL(import.meta.resolve(name))), letters, {
    ...options,
    // Drops every feature but kerning and ligatures. The family has no tabular figures to keep;
    // columns of numbers use the sans-serif font.
    keepFeatures: ["kern", "liga"],
    noHinting: true,
    dropTables: ["STAT", "gasp", "meta"],
  });
}

/** Letters of a CSS unicode-range such as "U+20-7E, U+A0". */
function lettersOf(range: string): string[] {
  return range.split(",").flatMap((part) => {
    const [first = "", last = first] = part.trim().slice(2).split("-");
    const from = Number.parseInt(first, 16);
    const to = Number.parseInt(last, 16);
    return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
  });
}

/** Advance and outline of each letter, in font units with y upwards, as lines of a JSON object. */
async function outlinesOf(letters: readonly string[]): Promise<string[]> {
  // Adds the space, because HarfBuzz draws invisible letters, such as the soft hyphen, as a space.
  return outlinesIn(await cutLetters([...letters, " "], "sfnt", outlineWeight), letters);
}

function outlinesIn(sfnt: Buffer, letters: readonly string[], unitsPerEm = displayUnits): string[] {
  const scale = displayUnits / unitsPerEm;
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(sfnt))));
  return letters.flatMap((letter) => {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(letter);
    buffer.guessSegmentProperties();
    harfbuzz.shape(font, buffer);
    const [glyph] = buffer.getGlyphInfos();
    if (!glyph?.codepoint) return [];
    const [{ xAdvance = 0 } = {}] = buffer.getGlyphPositions();
    const outline = font.glyphToPath(glyph.codepoint);
    const path = outline.replace(/-?\d+(\.\d+)?/g, (number) =>
      String(Math.round(Number(number) * scale)),
    );
    const advance = Math.round(xAdvance * scale);
    return [`${JSON.stringify(letter)}:${JSON.stringify([advance, path])}`];
  });
}

const lines: string[] = [];
const faces = ["fraunces.css", "fonts.css"].map((file) => readFile(new URL(file, styles), "utf8"));
const css = (await Promise.all(faces)).join("");
for (const [, file = "", range = ""] of css.matchAll(
  /url\("(.*?)"\)[^}]*?unicode-range:([^;]*);/g,
)) {
  const letters = lettersOf(range);
  await writeFile(new URL(file, styles), await cutLetters(letters, "woff2"));
  lines.push(...(await outlinesOf(letters)));
}
// The display font has Latin letters only. The text font draws the others of share pictures.
const beyondLatin = lettersOf("U+370-3FF, U+400-45F, U+490-491, U+1E00-1EFF, U+2116");
const textFont = await subset(
  "@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf",
  beyondLatin.join(""),
  { targetFormat: "sfnt" },
);
lines.push(...outlinesIn(textFont, beyondLatin, textUnits));
await writeFile(outlines, `{\n${lines.join(",\n")}\n}\n`);

// PDFs use TrueType files, because PDFKit cannot embed a subset of a compressed font.
const european = lettersOf(europeanLetters);
const google = "@expo-google-fonts";
const sans = `${google}/source-sans-3`;
for (const [file, name] of [
  ["source-sans-regular", `${sans}/400Regular/SourceSans3_400Regular.ttf`],
  ["source-sans-semibold", `${sans}/600SemiBold/SourceSans3_600SemiBold.ttf`],
  ["source-code", `${google}/source-code-pro/400Regular/SourceCodePro_400Regular.ttf`],
] as const) {
  const font = await subset(name, european.join(""), { targetFormat: "sfnt" });
  await writeFile(new URL(`${file}.ttf`, pdfFonts), font);
}
for (const [file, range] of [
  ["fraunces-latin", "U+20-7E, U+A0-FF, U+2013-2014, U+2018-201E, U+2022, U+2026, U+20AC, U+2122"],
  ["fraunces-extended", "U+100-17F"],
] as const) {
  await writeFile(new URL(`${file}.ttf`, pdfFonts), await cutLetters(lettersOf(range), "sfnt"));
}
