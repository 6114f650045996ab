import frauncesExtended from "./fonts/fraunces-extended.ttf?inline";
import frauncesLatin from "./fonts/fraunces-latin.ttf?inline";
import notoArabic from "./fonts/noto-arabic.ttf?inline";
import notoHebrew from "./fonts/noto-hebrew.ttf?inline";
import sourceCode from "./fonts/source-code.ttf?inline";
import sourceSans from "./fonts/source-sans-regular.ttf?inline";
import sourceSansSemibold from "./fonts/source-sans-semibold.ttf?inline";

/**
 * Font files, created by `npm run fonts`. In a separate module, so that only processes that create
 * a document load the fonts.
 */
const files = {
  frauncesExtended,
  frauncesLatin,
  notoArabic,
  notoHebrew,
  sourceCode,
  sourceSans,
  sourceSansSemibold,
};

export type PdfFontFile = keyof typeof files;

export const pdfFontFiles: ReadonlyMap<PdfFontFile, Buffer> = new Map(
  Object.entries(files).map(([name, address]) => [
    name as PdfFontFile,
    Buffer.from(address.slice(address.indexOf(",") + 1), "base64"),
  ]),
);
