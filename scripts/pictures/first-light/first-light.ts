import sharp from "sharp";
import { sheet } from "../hand-cut.ts";
import { paintPixels } from "../paint-pixels.ts";
import { printGrain } from "../print-grain.ts";
import { farmstead } from "./farmstead.ts";
import { soilAt } from "./field.ts";
import { hillAt } from "./hills.ts";
import { dawnInks, type LandscapeInks, nightInks } from "./inks.ts";
import { birds, sower } from "./living.ts";
import { skyAt } from "./sky.ts";
import { sprouts } from "./sprouts.ts";
import { hedges } from "./trees.ts";
import { fieldEdge, height, width } from "./view.ts";

export const firstLight = () => landscape(dawnInks, { sown: true, living: true });

/** The same field under the moon; nobody sows at night, and the birds are in the trees. */
export const nightField = () => landscape(nightInks, { sown: true, living: false });

/** What there is to see beside the land itself. */
export type Scene = { sown: boolean; living: boolean };

export async function landscape(inks: LandscapeInks, scene: Scene): Promise<Buffer> {
  const ground = await paintPixels(width, height, (x, y) =>
    y > fieldEdge(x) ? soilAt(x, y, inks) : (hillAt(x, y, inks) ?? skyAt(x, y, inks)),
  );
  const living = scene.living ? sower(inks) + birds(inks) : "";
  const crop = scene.sown ? sprouts(inks) : "";
  const drawing = sheet(width, height, hedges(inks) + farmstead(inks) + crop + living);
  const printed = await sharp(ground)
    .composite([{ input: drawing }])
    .removeAlpha()
    .png()
    .toBuffer();
  return printGrain(printed, { depth: 9, flecks: 0.035 });
}
