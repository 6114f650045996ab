import type { Queries } from "#platform/database/database.ts";
import type { PdfDress } from "#platform/documents/pdf-document.ts";
import type { Font, Look } from "./look.ts";
import { ownOutlines } from "./typefaces/own-font.server.ts";
import { type Outlines, outlinesOf, pdfFontsOf } from "./typefaces/printed-fonts.ts";
import { isTypeface, type TypefaceName } from "./typefaces/typefaces.ts";

/** What PDFs take from the look. They are printed, so they are light also on a dark site. */
export async function pdfDressOf(look: Look): Promise<PdfDress> {
  const { printed } = look;
  const name = typefaceIn(look.headingFont);
  return {
    colours: {
      ink: printed.ink,
      soft: printed["ink-soft"],
      brand: printed.brand,
      accent: printed["accent-text"],
      line: printed.line,
    },
    headingFonts: name === undefined ? [] : await pdfFontsOf(name),
  };
}

/** Undefined for the reader's font and for an uploaded one. */
function typefaceIn(font: Font): TypefaceName | undefined {
  return "name" in font && isTypeface(font.name) ? font.name : undefined;
}

/**
 * Outlines for pictures with text. In place of the reader's font, and of an uploaded one whose
 * letters are too detailed, they have a plain typeface.
 */
export async function pictureOutlines(
  queries: Queries,
  { headingFont, textFont }: Look,
): Promise<Outlines | undefined> {
  const own =
    "address" in headingFont ? await ownOutlines(queries, headingFont.address) : undefined;
  if (own !== undefined && Object.keys(own.glyphs).length > 0) return own;
  return outlinesOf(typefaceIn(headingFont) ?? typefaceIn(textFont) ?? "Inter");
}
