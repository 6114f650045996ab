import sharp from "sharp";
import { sheet } from "../hand-cut.ts";
import { printGrain } from "../print-grain.ts";
import { seededRandom } from "../seeded-random.ts";
import { compass, creases, frame } from "./compass-and-frame.ts";
import { drive, homestead } from "./homestead.ts";
import { bridge, road, water } from "./lane-and-stream.ts";
import { drawParcel } from "./parcels.ts";
import { cut, divide, height, lane, stream, width } from "./survey.ts";

// The colour lies a little off the line, as in a print of two passes.
const register = "translate(4 3)";

/** The land around the farm as an old survey shows it. */
export async function fieldMap(): Promise<Buffer> {
  const random = seededRandom(57);
  const land = [
    { x: -160, y: -160 },
    { x: width + 160, y: -160 },
    { x: width + 160, y: height + 160 },
    { x: -160, y: height + 160 },
  ];
  const quarters = cut(land, lane, 20).flatMap((half) => cut(half, stream, 26));
  const sheets = { wash: [] as string[], lines: [] as string[] };
  for (const quarter of quarters)
    for (const parcel of divide(quarter, random)) drawParcel(parcel, sheets, random);
  const body = [
    `<rect width="${width}" height="${height}" fill="#EFE0B8"/>`,
    `<g transform="${register}">${sheets.wash.join("")}</g>`,
    sheets.lines.join(""),
    water(),
    drive(),
    road(),
    bridge(),
    homestead(1020, 655),
    compass(262, 950, 92),
    frame(),
    creases(),
  ].join("");
  return printGrain(
    await sharp(sheet(width, height, body))
      .removeAlpha()
      .png()
      .toBuffer(),
    { depth: 11, flecks: 0.03 },
  );
}
