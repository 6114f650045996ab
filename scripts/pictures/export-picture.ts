import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { impressionOf } from "../../src/media/impression.ts";
import { hex } from "./colour.ts";

export type Picture = {
  name: string;
  draw: () => Promise<Buffer>;
  widths: readonly number[];
  fallbackWidth: number;
  /** AVIF quality from 1 to 100; line work needs less of it than its grain would suggest. */
  quality: number;
};

export type ExportedPicture = {
  address: string;
  width: number;
  height: number;
  widths: readonly number[];
  dominantColour: string;
  impression: string;
};

export const picturesFolder = new URL("../../public/pictures/", import.meta.url);

/** Writes one AVIF a width and the WebP that the content's address names. */
export async function exportPicture(picture: Picture): Promise<ExportedPicture> {
  const drawing = await picture.draw();
  const { width, height } = await sharp(drawing).metadata();
  const sizes: string[] = [];
  for (const target of picture.widths) {
    // Full chroma: at half, the small leaves bleed into the soil.
    const { data } = await sharp(drawing)
      .resize(target)
      .avif({ quality: picture.quality, effort: 6, chromaSubsampling: "4:4:4" })
      .toBuffer({ resolveWithObject: true });
    await writeFile(new URL(`${picture.name}-${target}.avif`, picturesFolder), data);
    sizes.push(`${target}: ${(data.length / 1000).toFixed(1)} kB`);
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
    dominantColour: await meanColour(drawing),
    impression: await impressionOf(sharp(drawing)),
  };
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
