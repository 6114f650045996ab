import sharp from "sharp";
import type { Packed } from "./colour.ts";

/** Asks `colourAt` for samples per pixel in picture units, and averages them down to smooth cut edges. */
export async function paintPixels(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Packed,
  samplesPerSide = 2,
): Promise<Buffer> {
  const wide = width * samplesPerSide;
  const pixels = Buffer.allocUnsafe(wide * height * samplesPerSide * 3);
  let offset = 0;
  for (let row = 0; row < height * samplesPerSide; row++) {
    const y = (row + 0.5) / samplesPerSide;
    for (let column = 0; column < wide; column++) {
      const colour = colourAt((column + 0.5) / samplesPerSide, y);
      pixels[offset++] = colour >> 16;
      pixels[offset++] = (colour >> 8) & 255;
      pixels[offset++] = colour & 255;
    }
  }
  const raw = { width: wide, height: height * samplesPerSide, channels: 3 as const };
  return sharp(pixels, { raw }).resize(width, height, { kernel: "mitchell" }).png().toBuffer();
}
