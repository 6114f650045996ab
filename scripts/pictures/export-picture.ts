import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { impressionOf } from "../../src/media/uploads/placeholder-colours.ts";
import { hex } from "./colour.ts";

export type Picture = {
  name: string;
  draw: () => Promise<Buffer>;
  widths: readonly number[];
  /** What a phone shows of it, four by five, in widths of its own. */
  upright?: { left: number; widths: readonly number[]; carried?: CarriedPicture };
  fallbackWidth: number;
  /** AVIF quality from 1 to 100; line work needs less of it than its grain would suggest. */
  quality: number;
};

/** What pages bring along of a picture, instead of a file that is asked for. */
type CarriedPicture = { width: number; quality: number };

export type ExportedPicture = {
  address: string;
  width: number;
  height: number;
  widths: readonly number[];
  uprightWidths: readonly number[];
  dominantColour: string;
  impression: string;
};

export const picturesFolder = new URL("../../public/pictures/", import.meta.url);
const carriedFolder = new URL("../../src/app/ui/pictures/", import.meta.url);

/** Writes one AVIF a width and the WebP that the content's address names. */
export async function exportPicture(picture: Picture): Promise<ExportedPicture> {
  const drawing = await picture.draw();
  const { width, height } = await sharp(drawing).metadata();
  const sizes = await writeAvif(picture.name, picture, drawing);
  if (picture.upright) {
    const shown = { left: picture.upright.left, top: 0, width: (height * 4) / 5, height };
    const upright = await sharp(drawing).extract(shown).toBuffer();
    const {
      quality,
      upright: { widths, carried },
    } = picture;
    sizes.push(...(await writeAvif(`${picture.name}-upright`, { quality, widths }, upright)));
    if (carried) sizes.push(await writeCarried(picture.name, carried, upright));
  }
  const fallback = await sharp(drawing)
    .resize(picture.fallbackWidth)
    .webp({ quality: picture.quality + 14, effort: 6 })
    .toBuffer();
  await writeFile(new URL(`${picture.name}.webp`, picturesFolder), fallback);
  console.log(
    `${picture.name}  ${sizes.join("  ")}  webp: ${(fallback.length / 1000).toFixed(1)} kB`,
  );
  return {
    address: `/pictures/${picture.name}.webp`,
    width,
    height,
    widths: picture.widths,
    uprightWidths: picture.upright?.widths ?? [],
    dominantColour: await meanColour(drawing),
    impression: await impressionOf(sharp(drawing)),
  };
}

async function writeAvif(
  name: string,
  { widths, quality }: Pick<Picture, "widths" | "quality">,
  drawing: Buffer,
): Promise<string[]> {
  const sizes: string[] = [];
  for (const width of widths) {
    // Full chroma: at half, the small leaves bleed into the soil.
    const data = await sharp(drawing)
      .resize(width)
      .avif({ quality, effort: 6, chromaSubsampling: "4:4:4" })
      .toBuffer();
    await writeFile(new URL(`${name}-${width}.avif`, picturesFolder), data);
    sizes.push(`${width}: ${(data.length / 1000).toFixed(1)} kB`);
  }
  return sizes;
}

/** Every byte of it is one of the page: half chroma and the most patient encoder save a seventh. */
async function writeCarried(
  name: string,
  { width, quality }: CarriedPicture,
  drawing: Buffer,
): Promise<string> {
  const data = await sharp(drawing)
    .resize(width)
    .avif({ quality, effort: 9, chromaSubsampling: "4:2:0" })
    .toBuffer();
  await mkdir(carriedFolder, { recursive: true });
  await writeFile(new URL(`${name}-upright.avif`, carriedFolder), data);
  return `carried ${width}: ${(data.length / 1000).toFixed(1)} kB`;
}

// The mean stands in while the picture loads; the most frequent colour of a print jumps when it arrives.
async function meanColour(drawing: Buffer): Promise<string> {
  const { data } = await sharp(drawing)
    .resize(1, 1, { fit: "fill" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return hex(data.readUIntBE(0, 3));
}
