import type { FontUse, TypefaceName } from "../../src/look/typefaces/typefaces.ts";

/** A value fixes an axis of a variable font; a range keeps the axis. */
export type Axes = Readonly<
  Record<string, number | { readonly min: number; readonly max: number }>
>;

export interface Cut {
  /** Which variable font of the package is cut: the one with only these axes. */
  readonly source: "opsz" | "wdth" | "wght";
  readonly axes: Axes;
}

export interface Family {
  readonly name: TypefaceName;
  /** Folder of the files, and the package's name. */
  readonly folder: string;
  readonly cuts: Readonly<Partial<Record<FontUse, Cut>>>;
}

const fromRegularToSemibold = { wght: { min: 400, max: 600 } };
const text: Cut = { source: "wght", axes: fromRegularToSemibold };

/**
 * Fraunces: bold enough to be readable on the straw-coloured background, drawn for large sizes, with
 * softened corners like worn type.
 */
export const frauncesAxes = { wght: 560, opsz: 110, SOFT: 60, WONK: 0 };

/**
 * The typefaces beside Fraunces. A heading cut has fixed values, which make files half as large as a
 * weight axis would; the weights are those of `typefaces.ts`.
 */
export const families: readonly Family[] = [
  {
    name: "Newsreader",
    folder: "newsreader",
    // Drawn for the largest sizes, with hairlines, as for the headlines of a front page.
    cuts: { heading: { source: "opsz", axes: { wght: 500, opsz: 72 } }, text },
  },
  {
    name: "Source Serif 4",
    folder: "source-serif-4",
    cuts: { heading: { source: "opsz", axes: { wght: 600, opsz: 48 } }, text },
  },
  {
    name: "Literata",
    folder: "literata",
    cuts: { heading: { source: "opsz", axes: { wght: 600, opsz: 48 } }, text },
  },
  {
    name: "Archivo",
    folder: "archivo",
    // Slightly wider than the text, which makes short headings calm.
    cuts: { heading: { source: "wdth", axes: { wght: 600, wdth: 112 } }, text },
  },
  {
    name: "Inter",
    folder: "inter",
    cuts: { heading: { source: "opsz", axes: { wght: 650, opsz: 32 } }, text },
  },
  {
    name: "Hanken Grotesk",
    folder: "hanken-grotesk",
    cuts: { heading: { source: "wght", axes: { wght: 650 } }, text },
  },
  {
    name: "IBM Plex Sans",
    folder: "ibm-plex-sans",
    cuts: { heading: { source: "wght", axes: { wght: 600 } }, text },
  },
];

interface Range {
  /** End of the file's name. */
  readonly suffix: string;
  /** The script by which the packages divide their fonts. */
  readonly script: "latin" | "latin-ext" | "greek" | "cyrillic" | "vietnamese";
  readonly letters: string;
}

/**
 * The files of each cut. A page in English needs the first only, and browsers fetch of the others
 * what the letters of a page need.
 */
export const ranges: readonly Range[] = [
  {
    suffix: "",
    script: "latin",
    letters:
      "U+20-7E, U+A0, U+A3, U+A9, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, " +
      "U+2026, U+20AC, U+2212",
  },
  {
    suffix: "-latin-1-extended",
    script: "latin",
    letters:
      "U+A1-A2, U+A4-A8, U+AA-B6, U+B8-D6, U+D8-FF, U+131, U+152-153, U+201A, U+201E, U+2122",
  },
  {
    suffix: "-latin-a-extended",
    script: "latin-ext",
    letters: "U+100-130, U+132-151, U+154-17F, U+218-21B",
  },
  { suffix: "-greek", script: "greek", letters: "U+384-3CE" },
  { suffix: "-cyrillic", script: "cyrillic", letters: "U+400-45F, U+490-491, U+2116" },
  {
    suffix: "-vietnamese",
    script: "vietnamese",
    letters: "U+1A0-1A1, U+1AF-1B0, U+1EA0-1EF9, U+20AB",
  },
];
