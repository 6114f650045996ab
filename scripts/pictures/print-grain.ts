import sharp from "sharp";
import { noise } from "./noise.ts";
import { seededRandom } from "./seeded-random.ts";

export type Grain = { depth: number; flecks: number };

/** Ink that took unevenly: a soft mottle, a fine tooth, and a few flecks where the paper shows through. */
export async function printGrain(picture: Buffer, grain: Grain, seed = 9): Promise<Buffer> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const random = seededRandom(seed);
  const { width, height, channels } = info;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const offset = (y * width + x) * channels;
      const mottle = noise(x / 34, y / 30) + noise(x / 5.3, y / 4.9) * 0.7 - 0.85;
      const tooth = random.next() - 0.5;
      const fleck = noise(x / 1.9 + 31, y / 1.8) > 1 - grain.flecks ? 26 : 0;
      const shift = (mottle * 0.9 + tooth * 0.8) * grain.depth + fleck;
      for (let channel = 0; channel < 3; channel++) {
        const level = data.readUInt8(offset + channel) + shift;
        data[offset + channel] = Math.min(255, Math.max(0, level));
      }
    }
  }
  return sharp(data, { raw: { width, height, channels } }).png().toBuffer();
}
