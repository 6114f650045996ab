import type { Sharp } from "sharp";
import { loadSharp } from "../platform/load-sharp.ts";

const paper = "#f7f0e1";

/** A square PNG of the owner's logo, or of Furrow's mark when the site has no logo. */
export async function siteIcon(logo: Uint8Array | undefined, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const icon = logo === undefined ? sharp(Buffer.from(ownMark(size))) : onPaper(sharp(logo), size);
  return icon.png({ palette: true }).toBuffer();
}

/** The logo with a margin, because phones cut off the corners of icons. */
function onPaper(logo: Sharp, size: number): Sharp {
  const margin = Math.round(size * 0.1);
  const inner = size - 2 * margin;
  const edges = { top: margin, bottom: margin, left: margin, right: margin };
  return logo
    .resize(inner, inner, { fit: "contain", background: paper })
    .flatten({ background: paper })
    .extend({ ...edges, background: paper });
}

function ownMark(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 180 180"><rect width="180" height="180" fill="#2F5A36"/><g transform="translate(26 24) scale(4)"><path d="${mark.rows}" fill="#E2B13C"/><path d="${mark.leaves}${mark.stalk}" fill="#F7F0E1"/></g></svg>`;
}

/** Furrow's mark in a box of 32: a seedling over rows; legible at 28 pixels. */
export const mark = {
  leaves:
    "M16.4 14.6C16.2 8.2 20.2 3.6 28 3.2C28.2 10.6 23.6 15 16.4 14.6ZM15.6 16.8C15.6 11.6 11.8 8 5 7.8C5 13.8 9 17.4 15.6 16.8Z",
  stalk: "M14.9 21.6C15.2 17 15.4 14.6 17.4 11.4L18.6 12.2C17 15 16.9 17.6 17 21.6Z",
  rows: "M14.9 21L17.1 21L19.2 31L12.8 31ZM13.3 21.2L10 31L3.6 29.4C5.6 25.4 8.8 22.6 13.3 21.2ZM18.7 21.2L22 31L28.4 29.4C26.4 25.4 23.2 22.6 18.7 21.2Z",
} as const;
