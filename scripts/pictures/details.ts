import sharp from "sharp";
import { fieldMap } from "./field-map/field-map.ts";
import { firstLight } from "./first-light/first-light.ts";
import { fromAbove } from "./from-above/from-above.ts";
import { rootCellar } from "./root-cellar/root-cellar.ts";

const square = 640;

/** A closer look at one corner of a larger print. */
async function detail(print: () => Promise<Buffer>, left: number, top: number): Promise<Buffer> {
  return sharp(await print())
    .extract({ left, top, width: square, height: square })
    .png()
    .toBuffer();
}

export const details = [
  { name: "detail-homestead", draw: () => detail(fieldMap, 760, 330) },
  { name: "detail-roots", draw: () => detail(rootCellar, 380, 830) },
  { name: "detail-gulls", draw: () => detail(fromAbove, 500, 230) },
  { name: "detail-farmstead", draw: () => detail(firstLight, 1190, 150) },
];
