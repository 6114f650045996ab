import { logo } from "#content/blocks/logo.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import { findStoredPicture } from "#media/stored-picture.ts";
import type { Queries } from "#platform/database/database.ts";
import type { PdfDress, PdfLogo } from "#platform/documents/pdf-document.ts";
import { loadSharp } from "#platform/load-sharp.ts";
import { pdfDressOf } from "./printed-look.ts";
import { readLook } from "./read-look.server.ts";

/** What PDFs take from the published look, and the owner's logo. */
export async function readPdfDress(queries: Queries): Promise<PdfDress> {
  const dress = await pdfDressOf(await readLook(queries));
  return { ...dress, logo: await printedLogo(queries) };
}

/** Twice as wide and high as a PDF shows it, for printers. */
const largest = { width: 680, height: 180 };

/** The owner's logo for white paper; undefined for a site without an uploaded one. */
async function printedLogo(queries: Queries): Promise<PdfLogo | undefined> {
  const [record] = await readSingletons(queries, [logo]);
  const stored = await findStoredPicture(queries, record?.logo ?? "");
  if (stored === undefined) return undefined;
  const sharp = await loadSharp();
  const { data, info } = await sharp(stored.bytes)
    .resize({ ...largest, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .removeAlpha()
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
