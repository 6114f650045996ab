import sharp from "sharp";
import { landscape, type Scene } from "../first-light/first-light.ts";
import type { LandscapeInks } from "../first-light/inks.ts";
import { autumnInks, springInks, summerInks, winterInks } from "./season-inks.ts";

/** The light, the farm, and the rows that lead to them. */
const view = { left: 905, top: 190, width: 800, height: 1000 };

async function season(inks: LandscapeInks, scene: Scene): Promise<Buffer> {
  return sharp(await landscape(inks, scene))
    .extract(view)
    .png()
    .toBuffer();
}

/** The same view four times, as a year goes over it. */
export const fourSeasons = [
  { name: "spring", draw: () => season(springInks, { sown: true, living: true }) },
  { name: "summer", draw: () => season(summerInks, { sown: true, living: false }) },
  { name: "autumn", draw: () => season(autumnInks, { sown: true, living: false }) },
  { name: "winter", draw: () => season(winterInks, { sown: false, living: false }) },
];
