// `npm run fonts`: makes each font of `src/app/ui/styles` from the Fraunces family, with
// the letters of the font's `unicode-range`, writes the letters' outlines for share pictures, and
// makes the fonts of PDFs. Then makes the files and the style sheets of the other typefaces.
// The repository contains the results, so run this only after a change of the design or of a range.
import { readFile, writeFile } from "node:fs/promises";
import { cutFamily } from "./fonts/cut-family.ts";
import { families, frauncesAxes } from "./fonts/families.ts";
import { outlinesIn } from "./fonts/outlines.ts";
import { lettersOf, subset } from "./fonts/subset.ts";

const styles = new URL("../src/app/ui/styles/", import.meta.url);
const outlines = new URL("../src/seo/heading-outlines.json", import.meta.url);
const outlineWeight = 600;
/** Units per em of the display font, in which its outlines are stored. */
const outlineUnits = 2000;
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
  weight = frauncesAxes.wght,
): Promise<Buffer> {
  const script = (letters[0] ?? "") < "\u0100" ? "latin" : "latin-ext";
  const name = `@fontsource-variable/fraunces/files/fraunces-${script}-full-normal.woff2`;
  const variationAxes = { ...frauncesAxes, wght: weight };
  return subset(name, letters.join(""), { targetFormat, variationAxes });
}

/** Advance and outline of each letter, in font units with y upwards, as lines of a JSON object. */
async function outlinesOf(letters: readonly string[]): Promise<string[]> {
  // Adds the space, because HarfBuzz draws invisible letters, such as the soft hyphen, as a space.
  const font = await cutLetters([...letters, " "], "sfnt", outlineWeight);
  return outlinesIn(font, letters, outlineUnits);
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
lines.push(...outlinesIn(textFont, beyondLatin, outlineUnits));
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
/** Features that join the letters of Arabic, and place the points of both scripts. */
const rightToLeftFeatures = "kern liga ccmp init medi fina isol rlig calt mark mkmk".split(" ");
for (const [file, name, range] of [
  [
    "noto-arabic",
    `${google}/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf`,
    "U+20, U+600-6FF, U+750-77F, U+200C-200D",
  ],
  [
    "noto-hebrew",
    `${google}/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf`,
    "U+20, U+591-5F4",
  ],
] as const) {
  const cut = { targetFormat: "sfnt", keepFeatures: rightToLeftFeatures } as const;
  const font = await subset(name, lettersOf(range).join(""), cut);
  await writeFile(new URL(`${file}.ttf`, pdfFonts), font);
}
for (const [file, range] of [
  ["fraunces-latin", "U+20-7E, U+A0-FF, U+2013-2014, U+2018-201E, U+2022, U+2026, U+20AC, U+2122"],
  ["fraunces-extended", "U+100-17F"],
] as const) {
  await writeFile(new URL(`${file}.ttf`, pdfFonts), await cutLetters(lettersOf(range), "sfnt"));
}

for (const family of families) await cutFamily(family);
