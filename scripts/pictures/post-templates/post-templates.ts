import sharp from "sharp";
import { letterOutlines } from "../brand/letter-outlines.ts";
import { fieldMap } from "../field-map/field-map.ts";
import { fourSeasons } from "../four-seasons/four-seasons.ts";
import { sheet } from "../hand-cut.ts";
import { engrave } from "../portraits/engrave.ts";
import { portraits } from "../portraits/people.ts";
import { sunAndRows } from "./sun-and-rows.ts";

type Line = { text: string; x: number; y: number; size: number; ink: string };
type Pasted = { picture: Buffer; left: number; top: number };
type Post = { width: number; height: number; ground: string; drawn?: string };

const paper = "#F7F0E1";
const ink = "#231A12";
const rust = "#A3421B";
const square = { width: 720, height: 720 };
const wide = { width: 800, height: 420 };

async function post(
  { width, height, ground, drawn = "" }: Post,
  pasted: readonly Pasted[],
  lines: readonly Line[],
): Promise<Buffer> {
  const words = await Promise.all(
    lines.map(async ({ text, x, y, size, ink: fill }) => {
      const { path } = await letterOutlines(text, size, 560);
      return `<path transform="translate(${x} ${y})" d="${path}" fill="${fill}"/>`;
    }),
  );
  return sharp(sheet(width, height, `<rect width="100%" height="100%" fill="${ground}"/>${drawn}`))
    .composite([
      ...pasted.map(({ picture, left, top }) => ({ input: picture, left, top })),
      { input: sheet(width, height, words.join("")) },
    ])
    .removeAlpha()
    .png()
    .toBuffer();
}

async function part(picture: Buffer, width: number, height: number, position = "centre") {
  return sharp(picture).resize(width, height, { fit: "cover", position }).toBuffer();
}

async function season(name: string): Promise<Buffer> {
  const drawn = fourSeasons.find((each) => each.name === name);
  if (drawn === undefined) throw new RangeError(`There is no season called ${name}.`);
  return drawn.draw();
}

/** A portrait of the set, cut out of its sheet. */
async function medallion(index: number, size: number): Promise<Buffer> {
  const portrait = portraits[index];
  if (portrait === undefined) throw new RangeError(`There is no portrait ${index}.`);
  return sharp(await engrave(portrait))
    .resize(size)
    .toBuffer();
}

const templateSeason = async () =>
  post(
    { ...square, ground: paper },
    [{ picture: await part(await season("winter"), 640, 400, "top"), left: 40, top: 40 }],
    [
      { text: "A quiet field,", x: 44, y: 548, size: 84, ink },
      { text: "and thanks for the year", x: 44, y: 640, size: 56, ink: rust },
    ],
  );

const templateWords = async () =>
  post(
    { ...square, ground: "#2F5A36" },
    [{ picture: await medallion(6, 250), left: 430, top: 430 }],
    [
      { text: "\u201CNow they", x: 52, y: 150, size: 104, ink: paper },
      { text: "find us", x: 52, y: 264, size: 104, ink: paper },
      { text: "first.\u201D", x: 52, y: 378, size: 104, ink: "#E2B13C" },
    ],
  );

const templateOpenDay = async () =>
  post(
    { ...wide, ground: "#EE8B4A", drawn: sunAndRows(wide.width, wide.height) },
    [],
    [
      { text: "Open day", x: 40, y: 118, size: 96, ink },
      { text: "Saturday, nine to four", x: 44, y: 176, size: 40, ink },
    ],
  );

const templateFindUs = async () =>
  post(
    { ...wide, ground: paper },
    [{ picture: await part(await fieldMap(), 440, 420), left: 360, top: 0 }],
    [
      { text: "Past the", x: 36, y: 150, size: 72, ink },
      { text: "bridge,", x: 36, y: 226, size: 72, ink },
      { text: "then left", x: 36, y: 302, size: 72, ink: rust },
    ],
  );

const templatePeople = async () =>
  post(
    { ...wide, ground: "#DDE8E6" },
    await Promise.all(
      [4, 9, 1].map(async (index, nth) => ({
        picture: await medallion(index, 216),
        left: 52 + nth * 240,
        top: 32,
      })),
    ),
    [{ text: "Three new pairs of hands", x: 52, y: 346, size: 60, ink }],
  );

const templateLesson = async () =>
  post(
    { ...wide, ground: "#3B2A1E" },
    [{ picture: await part(await season("autumn"), 300, 420), left: 500, top: 0 }],
    [
      { text: "What this", x: 40, y: 146, size: 80, ink: paper },
      { text: "season", x: 40, y: 232, size: 80, ink: paper },
      { text: "taught us", x: 40, y: 318, size: 80, ink: "#E2B13C" },
    ],
  );

/** Previews of the designs that customers may open and make their own. */
export const postTemplates = [
  { name: "template-season", draw: templateSeason },
  { name: "template-words", draw: templateWords },
  { name: "template-open-day", draw: templateOpenDay },
  { name: "template-find-us", draw: templateFindUs },
  { name: "template-people", draw: templatePeople },
  { name: "template-lesson", draw: templateLesson },
];
