import type { Sharp } from "sharp";
import { loadSharp } from "../platform/load-sharp.ts";
import { mark } from "./mark.ts";

const paper = "#f7f0e1";

/** A square PNG of the owner's logo, or of Furrow's mark without one. */
export async function siteIcon(logo: Uint8Array | undefined, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const icon = logo === undefined ? sharp(Buffer.from(ownMark(size))) : onPaper(sharp(logo), size);
  return icon.png({ palette: true }).toBuffer();
}

/** With a margin, because phones cut off the corners. */
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
