import sharp from "sharp";
import { sheet } from "../hand-cut.ts";
import { paintPixels } from "../paint-pixels.ts";
import { printGrain } from "../print-grain.ts";
import { gulls, hedge, tractor } from "./at-work.ts";
import { groundAt, height, width } from "./ground.ts";

/** One field, half of it turned: the plough seen from the height at which gulls follow it. */
export async function fromAbove(): Promise<Buffer> {
  const ground = await paintPixels(width, height, groundAt);
  const drawing = sheet(width, height, hedge() + tractor() + gulls());
  const printed = await sharp(ground)
    .composite([{ input: drawing }])
    .removeAlpha()
    .png()
    .toBuffer();
  return printGrain(printed, { depth: 9, flecks: 0.03 });
}
