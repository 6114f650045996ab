import { loadSharp } from "../platform/load-sharp.ts";
import type { CardDress } from "./card-dress.ts";
import {
  cardFoot,
  cardHead,
  cardMargin,
  landscape,
  logoPlaces,
  shareCardSize,
} from "./card-frames.ts";
import type { Lettering } from "./lettering.ts";

const { width, height } = shareCardSize;
const room = width - 2 * cardMargin;
const mostLines = 4;

/**
 * The share picture of a page as PNG: its title in the look of the site, below the logo, or without
 * one below the name. Text is drawn as outlines, so that the picture does not depend on installed
 * fonts.
 */
export async function shareCard(
  title: string,
  name: string,
  dress: CardDress,
  logo?: Uint8Array,
): Promise<Buffer> {
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    cardHead(logo === undefined ? name : null, dress),
    dress.frame === "field" ? landscape(dress) : cardFoot(dress, [1.5, 3, 5, 9, 17, 34]),
    heading(shownTitle(title, name, dress.lettering), dress),
    "</svg>",
  ].join("");
  const sharp = await loadSharp();
  const card = sharp(Buffer.from(svg));
  if (logo === undefined) return card.png({ palette: true, colours: 64 }).toBuffer();
  const placed = await placedLogo(logo, dress.frame);
  return card.composite([placed]).png({ palette: true, colours: 128 }).toBuffer();
}

async function placedLogo(logo: Uint8Array, frame: CardDress["frame"]) {
  const { middle, isCentred, ...box } = logoPlaces[frame];
  const sharp = await loadSharp();
  const { data, info } = await sharp(logo)
    .resize({ ...box, fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  return {
    input: data,
    left: isCentred ? Math.round((width - info.width) / 2) : cardMargin,
    top: Math.round(middle - info.height / 2),
  };
}

/**
 * The title without the name of the business, which stands above it, and without parts that cannot
 * be drawn.
 */
function shownTitle(title: string, name: string, { drawable }: Lettering): string {
  const parts = title.split(" · ").filter((part) => part.trim() !== name);
  return (parts.length === 0 ? [title] : parts)
    .map(drawable)
    .filter((part) => part !== "")
    .join(" · ");
}

interface Setting {
  /** Sizes of the title, the largest first. */
  readonly sizes: readonly number[];
  /** Distance of the lines, as a share of the size. */
  readonly leading: number;
  readonly top: number;
  readonly bottom: number;
  /** True for a title that stands on the bottom of its space instead of hanging from the top. */
  readonly stands: boolean;
}

const settings: Readonly<Record<CardDress["frame"], Setting>> = {
  field: { sizes: [84, 74, 64, 54], leading: 1.14, top: 142, bottom: 412, stands: false },
  bar: { sizes: [124, 108, 92, 78, 66], leading: 1.04, top: 150, bottom: 480, stands: true },
  rules: { sizes: [104, 90, 78, 66, 56], leading: 1.1, top: 186, bottom: 505, stands: false },
};

/**
 * The title in the largest size that fits, in at most four lines; a longer title ends with an
 * ellipsis.
 */
function heading(title: string, { colours, lettering, frame }: CardDress): string {
  const { fitted, linesOf, outlineOf } = lettering;
  const { sizes, leading, top, bottom, stands } = settings[frame];
  const isWhole = (size: number) => {
    const lines = linesOf(title, size, room);
    return (
      lines.length * size * leading <= bottom - top &&
      lines.every((line) => fitted(line, size, room) === line)
    );
  };
  const size = sizes.find(isWhole) ?? sizes.at(-1) ?? 54;
  const all = balancedLines(title, size, room, lettering);
  const lines = all.slice(0, mostLines);
  if (all.length > mostLines) lines[mostLines - 1] = `${lines[mostLines - 1]}…`;
  const first = stands
    ? bottom - (lines.length - 1) * size * leading
    : top + size * (frame === "field" ? 0.7 : 0.78);
  return lines
    .map((line, nth) =>
      outlineOf(fitted(line, size, room), {
        size,
        x: cardMargin,
        y: first + nth * size * leading,
        fill: colours.ink,
      }),
    )
    .join("");
}

/**
 * The title in as few lines as possible, of similar length, so that no word is alone on the last
 * line.
 */
function balancedLines(
  title: string,
  size: number,
  room: number,
  { linesOf }: Lettering,
): string[] {
  const fewest = linesOf(title, size, room);
  for (let width = room / 3; width < room; width += room / 60) {
    const lines = linesOf(title, size, width);
    if (lines.length === fewest.length) return lines;
  }
  return fewest;
}
