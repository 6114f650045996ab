import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { TypefaceName } from "./typefaces.ts";

/** Advance width and outline of each letter, in font units with y upwards. */
export interface Outlines {
  readonly unitsPerEm: number;
  readonly glyphs: Readonly<Record<string, readonly [number, string]>>;
}

/** Fraunces is what PDFs and share pictures have without a choice. */
type CutTypeface = Exclude<TypefaceName, "Fraunces">;
type File = () => Promise<{ readonly default: string }>;

/** The files of `npm run fonts`, which are loaded with the first document that needs them. */
const files: Readonly<Record<CutTypeface, readonly [latin: File, extended: File, outlines: File]>> =
  {
    Newsreader: [
      () => import("./pdf-fonts/newsreader-latin.ttf?inline"),
      () => import("./pdf-fonts/newsreader-extended.ttf?inline"),
      () => import("./outlines/newsreader.json.br?url&inline"),
    ],
    "Source Serif 4": [
      () => import("./pdf-fonts/source-serif-4-latin.ttf?inline"),
      () => import("./pdf-fonts/source-serif-4-extended.ttf?inline"),
      () => import("./outlines/source-serif-4.json.br?url&inline"),
    ],
    Literata: [
      () => import("./pdf-fonts/literata-latin.ttf?inline"),
      () => import("./pdf-fonts/literata-extended.ttf?inline"),
      () => import("./outlines/literata.json.br?url&inline"),
    ],
    Archivo: [
      () => import("./pdf-fonts/archivo-latin.ttf?inline"),
      () => import("./pdf-fonts/archivo-extended.ttf?inline"),
      () => import("./outlines/archivo.json.br?url&inline"),
    ],
    Inter: [
      () => import("./pdf-fonts/inter-latin.ttf?inline"),
      () => import("./pdf-fonts/inter-extended.ttf?inline"),
      () => import("./outlines/inter.json.br?url&inline"),
    ],
    "Hanken Grotesk": [
      () => import("./pdf-fonts/hanken-grotesk-latin.ttf?inline"),
      () => import("./pdf-fonts/hanken-grotesk-extended.ttf?inline"),
      () => import("./outlines/hanken-grotesk.json.br?url&inline"),
    ],
    "IBM Plex Sans": [
      () => import("./pdf-fonts/ibm-plex-sans-latin.ttf?inline"),
      () => import("./pdf-fonts/ibm-plex-sans-extended.ttf?inline"),
      () => import("./outlines/ibm-plex-sans.json.br?url&inline"),
    ],
  };

/**
 * TrueType files of a heading cut, each with other letters, for `openPdf`; undefined for the fonts
 * that PDFs have without a choice.
 */
export async function pdfFontsOf(name: TypefaceName): Promise<readonly Buffer[] | undefined> {
  if (name === "Fraunces") return undefined;
  const [latin, extended] = files[name];
  return Promise.all([bytesOf(latin), bytesOf(extended)]);
}

/** Outlines of a heading cut, for share pictures; undefined for those that they have without a choice. */
export async function outlinesOf(name: TypefaceName): Promise<Outlines | undefined> {
  if (name === "Fraunces") return undefined;
  const [, , outlines] = files[name];
  const json = await unpacked(await bytesOf(outlines));
  return { unitsPerEm: 1000, glyphs: JSON.parse(json.toString()) };
}

const unpacked = promisify(brotliDecompress);

async function bytesOf(file: File): Promise<Buffer> {
  const { default: address } = await file();
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}
