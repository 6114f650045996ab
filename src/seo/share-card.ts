import { loadSharp } from "../platform/load-sharp.ts";
import outlines from "./heading-outlines.json" with { type: "json" };
import { mark } from "./site-icon.ts";

/**
 * Advance width and outline of each letter, in font units with y upwards. Latin letters are those of
 * the display font, Greek and Cyrillic ones those of the text font.
 */
const glyphs = outlines as unknown as Readonly<Record<string, readonly [number, string]>>;
const unitsPerEm = 2000;
const missing: readonly [number, string] = [500, ""];

const glyphOf = (letter: string) => glyphs[letter] ?? missing;

/** Marks and signs without a shape of their own. */
const shapeless = /[\s\p{Mn}\p{Cf}]/u;

/** A text in composed letters, or "" if the outlines lack a letter of it, such as a Chinese one. */
export function drawable(text: string): string {
  const composed = text.normalize("NFC");
  const isWhole = [...composed].every((letter) => letter in glyphs || shapeless.test(letter));
  return isWhole ? composed : "";
}

/** Width in pixels at a font size of one pixel. */
function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + glyphOf(letter)[0], 0) / unitsPerEm;
}

/**
 * Breaks words into lines no wider than `width`; a word that is wider than `width` gets a line of
 * its own.
 */
export function linesOf(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer) * size <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The text, or as much of its beginning as fits into `width`, with an ellipsis. */
export function fitted(text: string, size: number, width: number): string {
  if (widthOf(text) * size <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && widthOf(`${letters.join("")}…`) * size > width) letters.pop();
  return `${letters.join("")}…`;
}

/**
 * A line of text in the display font as SVG paths, with its baseline at `y`; "" without letters.
 */
export function outlineOf(text: string, size: number, x: number, y: number): string {
  const scale = size / unitsPerEm;
  let pen = 0;
  const letters = [...text].map((letter) => {
    const [advance, path] = glyphOf(letter);
    const drawn = path && `<path transform="translate(${pen} 0)" d="${path}"/>`;
    pen += advance;
    return drawn;
  });
  const paths = letters.join("");
  return (
    paths &&
    `<g fill="${ink}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths}</g>`
  );
}

export const shareCardSize = { width: 1200, height: 630 } as const;

const { width, height } = shareCardSize;
const margin = 72;
const horizon = 452;
const mostLines = 4;

const ink = "#231a12";
const colours = {
  sky: "#f7f0e1",
  glow: "#f6dfae",
  sun: "#fdf9ee",
  hill: "#a8b98d",
  nearHill: "#7d9a6b",
  soil: "#4a3224",
  ridge: "#2f5a36",
  sprout: "#71a677",
};

/**
 * The share picture of a page as PNG: the title over a drawing of a ploughed field. Text is drawn
 * as outlines, so that the picture does not depend on installed fonts.
 */
export async function shareCard(title: string, name: string): Promise<Buffer> {
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${colours.sky}"/>`,
    landscape(),
    heading(shownTitle(title, name)),
    `<g transform="translate(${margin} 40) scale(1.7)"><path d="${mark.rows}" fill="${colours.soil}"/><path d="${mark.leaves}${mark.stalk}" fill="${colours.ridge}"/></g>`,
    outlineOf(fitted(drawable(name), 46, width - 2 * margin - 66), 46, margin + 66, 86),
    "</svg>",
  ].join("");
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer();
}

/**
 * The title without the name of the business, which stands above it, and without parts that cannot
 * be drawn.
 */
function shownTitle(title: string, name: string): string {
  const parts = title.split(" · ").filter((part) => part.trim() !== name);
  return (parts.length === 0 ? [title] : parts)
    .map(drawable)
    .filter((part) => part !== "")
    .join(" · ");
}

/**
 * The title in the largest size that fits, in at most four lines; a longer title ends with an
 * ellipsis.
 */
function heading(title: string): string {
  const room = width - 2 * margin;
  const sizes = [84, 74, 64, 54];
  const size = sizes.find((one) => linesOf(title, one, room).length * one * 1.14 <= 270) ?? 54;
  const all = balancedLines(title, size, room);
  const lines = all.slice(0, mostLines);
  if (all.length > mostLines) lines[mostLines - 1] = `${lines[mostLines - 1]}…`;
  const first = 142 + size * 0.7;
  return lines
    .map((line, nth) => outlineOf(line, size, margin, first + nth * size * 1.14))
    .join("");
}

/**
 * The title in as few lines as possible, of similar length, so that no word is alone on the last
 * line.
 */
function balancedLines(title: string, size: number, room: number): string[] {
  const fewest = linesOf(title, size, room);
  for (let width = room / 3; width < room; width += room / 60) {
    const lines = linesOf(title, size, width);
    if (lines.length === fewest.length) return lines;
  }
  return fewest;
}

function landscape(): string {
  const sun = { x: 930, y: horizon };
  const rows = Array.from({ length: 23 }, (_, nth) => {
    const left = -2100 + nth * 260;
    const wedge = (from: number, to: number, fill: string) =>
      `<path d="M${sun.x} ${horizon - 4}L${left + from} ${height}L${left + to} ${height}Z" fill="${fill}"/>`;
    return `${wedge(0, 118, colours.ridge)}${wedge(34, 74, colours.sprout)}`;
  });
  return [
    `<circle cx="${sun.x}" cy="${sun.y}" r="150" fill="${colours.glow}"/>`,
    `<circle cx="${sun.x}" cy="${sun.y}" r="82" fill="${colours.sun}"/>`,
    `<path d="M0 ${horizon - 30}C240 ${horizon - 74} 420 ${horizon - 6} 700 ${horizon - 20}S1060 ${horizon - 62} 1200 ${horizon - 34}V${height}H0Z" fill="${colours.hill}"/>`,
    `<path d="M0 ${horizon - 6}C300 ${horizon - 26} 560 ${horizon + 6} 800 ${horizon - 8}S1100 ${horizon - 20} 1200 ${horizon - 8}V${height}H0Z" fill="${colours.nearHill}"/>`,
    `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${colours.soil}"/>`,
    `<clipPath id="field"><rect y="${horizon}" width="${width}" height="${height - horizon}"/></clipPath>`,
    `<g clip-path="url(#field)">${rows.join("")}</g>`,
  ].join("");
}
