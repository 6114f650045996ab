import type { Sharp } from "sharp";
import { contrast } from "../look/colours/contrast.ts";
import type { Palette } from "../look/palette.ts";
import { loadSharp } from "../platform/load-sharp.ts";
import type { CardDress } from "./card-dress.ts";

export interface IconShape {
  readonly size: number;
  /** True for an icon of which a phone shows only the middle, in a shape of its own. */
  readonly isMaskable: boolean;
}

/** A square PNG of the owner's logo; for a site without one, of Furrow's mark or of an initial. */
export async function siteIcon(
  logo: Uint8Array | undefined,
  name: string,
  shape: IconShape,
  dress: CardDress,
): Promise<Buffer> {
  const sharp = await loadSharp();
  const icon =
    logo === undefined
      ? sharp(Buffer.from(drawnIcon(name, shape, dress)))
      : await onPlate(sharp(logo), shape, dress.colours);
  return icon.png({ palette: true }).toBuffer();
}

/** The icon of a site without a logo, for tabs of browsers. Follows the scheme of the browser. */
export function iconSvg(name: string, dress: CardDress): string {
  const { night } = dress;
  const dark =
    night === undefined
      ? ""
      : `@media (prefers-color-scheme:dark){.ground{fill:${night.brand}}.front,.rows{fill:${night["on-brand"]}}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box} ${box}"><style>${inBrand(dress)}${dark}</style><rect class="ground" width="${box}" height="${box}" rx="${rounded[dress.corners]}"/>${front(name, dress, 1)}</svg>`;
}

const box = 180;
const rounded = { Square: 0, Soft: 28, Round: 60 };

/** The brand as the owner chose it. Bands of Print are black, so its brand is that of texts. */
function inBrand({ colours, frame }: CardDress): string {
  const [ground, letter, rows] =
    frame === "rules"
      ? ([colours.brand, colours["on-brand"], colours["on-brand"]] as const)
      : ([colours.band, colours["on-band"], colours["band-accent"]] as const);
  return `.ground{fill:${ground}}.front{fill:${letter}}.rows{fill:${rows}}`;
}

/** Phones cut off the corners of icons, so the ground has none of its own. */
function drawnIcon(name: string, { size, isMaskable }: IconShape, dress: CardDress): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${box} ${box}"><style>${inBrand(dress)}</style><rect class="ground" width="${box}" height="${box}"/>${front(name, dress, isMaskable ? 0.78 : 1)}</svg>`;
}

/** The mark of the field, or the initial of the business. */
function front(name: string, dress: CardDress, share: number): string {
  if (dress.frame === "field") {
    return `<g transform="translate(90 90) scale(${4 * share}) translate(-16 -16.5)"><path class="rows" d="${mark.rows}"/><path class="front" d="${mark.leaves}${mark.stalk}"/></g>`;
  }
  return `<g class="front">${initial(name, dress, 0.62 * box * share)}</g>`;
}

/** The first letter of a name in the middle of the box, or a disc for one that cannot be drawn. */
function initial(name: string, { lettering }: Pick<CardDress, "lettering">, size: number): string {
  const [first = ""] = [...name.normalize("NFC").toUpperCase()];
  const letter = lettering.drawable(first).trim();
  const drawn = lettering.outlineOf(letter, {
    size,
    x: (box - lettering.widthOf(letter) * size) / 2,
    // Capitals have about 0.7 of the size.
    y: box / 2 + 0.35 * size,
    fill: "inherit",
  });
  return drawn || `<circle cx="${box / 2}" cy="${box / 2}" r="${size / 3}"/>`;
}

/** The logo with a margin, because phones cut off the corners of icons. */
async function onPlate(
  logo: Sharp,
  { size, isMaskable }: IconShape,
  colours: Palette,
): Promise<Sharp> {
  const background = await plateFor(logo.clone(), colours);
  const margin = Math.round(size * (isMaskable ? 0.2 : 0.1));
  const inner = size - 2 * margin;
  const edges = { top: margin, bottom: margin, left: margin, right: margin };
  return logo
    .resize(inner, inner, { fit: "contain", background })
    .flatten({ background })
    .extend({ ...edges, background });
}

/** Contrast below which a part of a logo is lost on its ground. */
const lost = 1.7;

/**
 * The ground of an icon: that of the logo if it has one, otherwise the first colour of the look on
 * which the logo can be seen. A white logo would be lost on a light ground.
 */
async function plateFor(logo: Sharp, colours: Palette): Promise<string> {
  const { data } = await logo
    .ensureAlpha()
    .resize(32, 32, { fit: "inside" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: data.length / 4 }, (_, nth) => [
    ...data.subarray(4 * nth, 4 * nth + 4),
  ]);
  const seen = pixels.filter(([, , , opacity = 0]) => opacity > 127).map(hexOf);
  const [corner = [0, 0, 0, 0]] = pixels;
  if (seen.length > pixels.length * 0.97) return hexOf(corner);
  const plates = [colours.ground, colours.band, colours.base, "#ffffff"];
  const losses = plates.map(
    (plate) => seen.filter((colour) => contrast(colour, plate) < lost).length,
  );
  const fine = losses.findIndex((loss) => loss <= seen.length * 0.15);
  return plates[fine === -1 ? losses.indexOf(Math.min(...losses)) : fine] ?? colours.ground;
}

function hexOf(pixel: readonly number[]): string {
  const parts = pixel.slice(0, 3).map((part) => part.toString(16).padStart(2, "0"));
  return `#${parts.join("")}`;
}

/** Furrow's mark in a box of 32: a seedling over rows; legible at 28 pixels. */
export const mark = {
  leaves:
    "M16.4 14.6C16.2 8.2 20.2 3.6 28 3.2C28.2 10.6 23.6 15 16.4 14.6ZM15.6 16.8C15.6 11.6 11.8 8 5 7.8C5 13.8 9 17.4 15.6 16.8Z",
  stalk: "M14.9 21.6C15.2 17 15.4 14.6 17.4 11.4L18.6 12.2C17 15 16.9 17.6 17 21.6Z",
  rows: "M14.9 21L17.1 21L19.2 31L12.8 31ZM13.3 21.2L10 31L3.6 29.4C5.6 25.4 8.8 22.6 13.3 21.2ZM18.7 21.2L22 31L28.4 29.4C26.4 25.4 23.2 22.6 18.7 21.2Z",
} as const;
