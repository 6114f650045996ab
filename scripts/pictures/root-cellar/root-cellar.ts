import sharp from "sharp";
import { sheet } from "../hand-cut.ts";
import { paintPixels } from "../paint-pixels.ts";
import { printGrain } from "../print-grain.ts";
import { dwellers } from "./dwellers.ts";
import { earthAt, height, width } from "./earth.ts";
import { plants, turf } from "./plants.ts";
import { stones } from "./stones.ts";

/** A cut through the ground: what stands on top is as tall as its root is deep. */
export async function rootCellar(): Promise<Buffer> {
  const earth = await paintPixels(width, height, earthAt);
  const tapRoot = (x: number, y: number) => Math.abs(x - 722) < 110 - (y - 560) * 0.06;
  const drawing = sheet(width, height, stones(tapRoot) + dwellers() + plants() + turf(width));
  const printed = await sharp(earth)
    .composite([{ input: drawing }])
    .removeAlpha()
    .png()
    .toBuffer();
  return printGrain(printed, { depth: 9, flecks: 0.035 });
}
