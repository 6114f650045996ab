import { createHash } from "node:crypto";
import type { Look } from "#look/look.ts";
import type { TypefaceName } from "#look/typefaces/typefaces.ts";
import archivoData from "../ui/fonts/archivo/archivo.woff2?inline";
import hankenGroteskData from "../ui/fonts/hanken-grotesk/hanken-grotesk.woff2?inline";
import ibmPlexSansData from "../ui/fonts/ibm-plex-sans/ibm-plex-sans.woff2?inline";
import interData from "../ui/fonts/inter/inter.woff2?inline";
import literataData from "../ui/fonts/literata/literata.woff2?inline";
import newsreaderData from "../ui/fonts/newsreader/newsreader.woff2?inline";
import sourceSerif4Data from "../ui/fonts/source-serif-4/source-serif-4.woff2?inline";
import type { StyleSheet } from "../ui/styles/style-sheets.ts";
import { type FontsOfPage, fontsOf } from "./typeface-sheets.ts";

/** The file of headings that a page in English needs. Fraunces has a sheet with its own. */
const dataOf: Readonly<Record<Exclude<TypefaceName, "Fraunces">, string>> = {
  Newsreader: newsreaderData,
  "Source Serif 4": sourceSerif4Data,
  Literata: literataData,
  Archivo: archivoData,
  Inter: interData,
  "Hanken Grotesk": hankenGroteskData,
  "IBM Plex Sans": ibmPlexSansData,
};

/**
 * The fonts of the landing page, whose first view needs no other request for its headings: a font
 * that arrives late would not be used, and a first visit would show another brand.
 */
export function fontsOfFirstView(look: Pick<Look, "headingFont" | "textFont">): FontsOfPage {
  const fonts = fontsOf(look, true);
  const { headingFont } = look;
  if (!("name" in headingFont) || !hasData(headingFont.name)) return fonts;
  const name = headingFont.name;
  const [sheet, ...others] = fonts.sheets;
  const [file, ...preloads] = fonts.preloads;
  if (sheet === undefined || file === undefined || !sheet.text.includes(file)) return fonts;
  return { sheets: [inlined(name, sheet, file), ...others], preloads };
}

const hasData = (name: string): name is keyof typeof dataOf => Object.hasOwn(dataOf, name);

const made = new Map<string, StyleSheet>();

function inlined(name: keyof typeof dataOf, sheet: StyleSheet, file: string): StyleSheet {
  const known = made.get(name);
  if (known !== undefined) return known;
  const text = withData(sheet.text, file, dataOf[name]);
  const hash = `sha256-${createHash("sha256").update(text).digest("base64")}`;
  const inlinedSheet = { ...sheet, text, hash };
  made.set(name, inlinedSheet);
  return inlinedSheet;
}

/**
 * The rules with the data of the file in place of its address, and with those of
 * `inlined-fraunces.css` that fetch the file later for the next page.
 */
export function withData(css: string, file: string, data: string): string {
  const [before = "", ...after] = css.split(file);
  const face = before.lastIndexOf("@font-face");
  // "block" hides the text only while the font is decoded.
  const blocking =
    before.slice(0, face) +
    before.slice(face).replace(/font-display:\s*optional/, "font-display:block");
  const later = `@font-face{font-family:later;src:url(${file})}@keyframes later{to{font-family:later,serif}}@media (prefers-reduced-motion:no-preference){body:after{content:"F";position:absolute;top:0;visibility:hidden;animation:later 1ms 3s forwards}}`;
  return `${blocking}${data}${after.join(file)}${later}`;
}
