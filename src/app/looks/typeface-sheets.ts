import { deviceFont } from "#content/blocks/look.ts";
import type { Font, Look } from "#look/look.ts";
import type { FontUse, TypefaceName } from "#look/typefaces/typefaces.ts";
import archivoFile from "../ui/fonts/archivo/archivo.woff2";
import archivoTextFile from "../ui/fonts/archivo/archivo-text.woff2";
import frauncesFile from "../ui/fonts/fraunces.woff2";
import hankenGroteskFile from "../ui/fonts/hanken-grotesk/hanken-grotesk.woff2";
import hankenGroteskTextFile from "../ui/fonts/hanken-grotesk/hanken-grotesk-text.woff2";
import ibmPlexSansFile from "../ui/fonts/ibm-plex-sans/ibm-plex-sans.woff2";
import ibmPlexSansTextFile from "../ui/fonts/ibm-plex-sans/ibm-plex-sans-text.woff2";
import interFile from "../ui/fonts/inter/inter.woff2";
import interTextFile from "../ui/fonts/inter/inter-text.woff2";
import literataFile from "../ui/fonts/literata/literata.woff2";
import literataTextFile from "../ui/fonts/literata/literata-text.woff2";
import newsreaderFile from "../ui/fonts/newsreader/newsreader.woff2";
import newsreaderTextFile from "../ui/fonts/newsreader/newsreader-text.woff2";
import sourceSerif4File from "../ui/fonts/source-serif-4/source-serif-4.woff2";
import sourceSerif4TextFile from "../ui/fonts/source-serif-4/source-serif-4-text.woff2";
import frauncesRestSheet from "../ui/styles/fonts.css?sheet";
import frauncesSheet from "../ui/styles/fraunces.css?sheet";
import inlinedFrauncesSheet from "../ui/styles/inlined-fraunces.css?sheet";
import type { StyleSheet } from "../ui/styles/style-sheets.ts";
import archivoSheet from "../ui/styles/typefaces/archivo.css?sheet";
import archivoTextSheet from "../ui/styles/typefaces/archivo-text.css?sheet";
import hankenGroteskSheet from "../ui/styles/typefaces/hanken-grotesk.css?sheet";
import hankenGroteskTextSheet from "../ui/styles/typefaces/hanken-grotesk-text.css?sheet";
import ibmPlexSansSheet from "../ui/styles/typefaces/ibm-plex-sans.css?sheet";
import ibmPlexSansTextSheet from "../ui/styles/typefaces/ibm-plex-sans-text.css?sheet";
import interSheet from "../ui/styles/typefaces/inter.css?sheet";
import interTextSheet from "../ui/styles/typefaces/inter-text.css?sheet";
import literataSheet from "../ui/styles/typefaces/literata.css?sheet";
import literataTextSheet from "../ui/styles/typefaces/literata-text.css?sheet";
import newsreaderSheet from "../ui/styles/typefaces/newsreader.css?sheet";
import newsreaderTextSheet from "../ui/styles/typefaces/newsreader-text.css?sheet";
import sourceSerif4Sheet from "../ui/styles/typefaces/source-serif-4.css?sheet";
import sourceSerif4TextSheet from "../ui/styles/typefaces/source-serif-4-text.css?sheet";

interface CutInPages {
  /** Style sheets with the faces of the cut. */
  readonly sheets: readonly StyleSheet[];
  /** Address of the file that every page needs; undefined if there is none. */
  readonly file: string | undefined;
}

type Cuts = { readonly heading: CutInPages; readonly text?: CutInPages };

const cuts: Readonly<Record<TypefaceName, Cuts>> = {
  // The landing page inlines the file, see `inlined`.
  Fraunces: { heading: { sheets: [frauncesSheet, frauncesRestSheet], file: frauncesFile } },
  Newsreader: {
    heading: { sheets: [newsreaderSheet], file: newsreaderFile },
    text: { sheets: [newsreaderTextSheet], file: newsreaderTextFile },
  },
  "Source Serif 4": {
    heading: { sheets: [sourceSerif4Sheet], file: sourceSerif4File },
    text: { sheets: [sourceSerif4TextSheet], file: sourceSerif4TextFile },
  },
  Literata: {
    heading: { sheets: [literataSheet], file: literataFile },
    text: { sheets: [literataTextSheet], file: literataTextFile },
  },
  Archivo: {
    heading: { sheets: [archivoSheet], file: archivoFile },
    text: { sheets: [archivoTextSheet], file: archivoTextFile },
  },
  Inter: {
    heading: { sheets: [interSheet], file: interFile },
    text: { sheets: [interTextSheet], file: interTextFile },
  },
  "Hanken Grotesk": {
    heading: { sheets: [hankenGroteskSheet], file: hankenGroteskFile },
    text: { sheets: [hankenGroteskTextSheet], file: hankenGroteskTextFile },
  },
  "IBM Plex Sans": {
    heading: { sheets: [ibmPlexSansSheet], file: ibmPlexSansFile },
    text: { sheets: [ibmPlexSansTextSheet], file: ibmPlexSansTextFile },
  },
};

/** In place of the first sheet of Fraunces, for a page whose first view needs no other request. */
const inlined: CutInPages = { sheets: [inlinedFrauncesSheet, frauncesRestSheet], file: undefined };

export interface FontsOfPage {
  readonly sheets: readonly StyleSheet[];
  /** Addresses of the files to load before the layout. */
  readonly preloads: readonly string[];
}

/** The fonts that a page needs, the headings' first. Only Fraunces can be inlined in the browser. */
export function fontsOf(
  { headingFont, textFont }: Pick<Look, "headingFont" | "textFont">,
  inlines: boolean,
): FontsOfPage {
  const isFraunces = "name" in headingFont && headingFont.name === "Fraunces";
  const heading = inlines && isFraunces ? inlined : cutOf(headingFont, "heading");
  const both = [heading, cutOf(textFont, "text")];
  return {
    sheets: both.flatMap(({ sheets }) => sheets),
    preloads: [...new Set(both.flatMap(({ file }) => file ?? []))],
  };
}

/** An uploaded font has its face in the rules of the look. */
function cutOf(font: Font, use: FontUse): CutInPages {
  if ("address" in font) return { sheets: [], file: font.address };
  if (font.name === deviceFont) return nothing;
  return cuts[font.name][use] ?? nothing;
}

const nothing: CutInPages = { sheets: [], file: undefined };
