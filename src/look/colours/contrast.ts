import { colourOf, luminance, type Shade, shadeOf } from "./shades.ts";

/** Contrast by WCAG 2.2, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [one, other] = [luminance(first), luminance(second)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The smallest contrast of a colour with any of the others. */
export const worstContrast = (colour: string, against: readonly string[]): number =>
  Math.min(...against.map((other) => contrast(colour, other)));

/** The shades that a colour takes on its way to black and to white, by lightness. */
export type Way = (lightness: number) => Shade;

/**
 * The colour itself if it has this contrast with all the others. Otherwise the colour of the same
 * hue that has it and whose lightness is nearest. Without any, black or white, whichever has more.
 */
export function nearestPassing(
  colour: string,
  against: readonly string[],
  ratio: number,
  way: Way = straightWay(colour),
): string {
  if (worstContrast(colour, against) >= ratio) return colour;
  const own = luminance(colour);
  const bounds = boundsOfPassing(against.map(luminance), ratio);
  const candidates = [
    ...bounds.filter(({ y, side }) => side === "below" && y < own).slice(-1),
    ...bounds.filter(({ y, side }) => side === "above" && y > own).slice(0, 1),
  ].flatMap(({ y, side }) => passingAt(y, side === "below" ? -1 : 1, against, ratio, way) ?? []);
  const from = shadeOf(colour).l;
  const moved = (candidate: string) => Math.abs(shadeOf(candidate).l - from);
  const [nearest] = candidates.sort((one, other) => moved(one) - moved(other));
  return nearest ?? blackOrWhite(against);
}

/** Keeps hue and chroma. */
export function straightWay(colour: string): Way {
  const { c, h } = shadeOf(colour);
  return (l) => ({ l, c, h });
}

/** Black or white, whichever has more contrast with all the others. */
export function blackOrWhite(against: readonly string[]): string {
  const [black, white] = ["#000000", "#ffffff"] as const;
  return worstContrast(black, against) >= worstContrast(white, against) ? black : white;
}

interface Bound {
  readonly y: number;
  /** The side of the bound on which colours pass. */
  readonly side: "below" | "above";
}

/** The luminances at which a colour begins or ceases to pass, in order. */
function boundsOfPassing(luminances: readonly number[], ratio: number): readonly Bound[] {
  const failing = luminances
    .map((y) => ({ from: (y + 0.05) / ratio - 0.05, to: (y + 0.05) * ratio - 0.05 }))
    .sort((one, other) => one.from - other.from);
  const joined: { from: number; to: number }[] = [];
  for (const range of failing) {
    const last = joined.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else joined.push({ ...range });
  }
  return joined
    .flatMap(({ from, to }): Bound[] => [
      { y: from, side: "below" },
      { y: to, side: "above" },
    ])
    .filter(({ y }) => y >= 0 && y <= 1);
}

/** The colour on the way with this luminance, or the next one that passes in spite of rounding. */
function passingAt(
  y: number,
  direction: -1 | 1,
  against: readonly string[],
  ratio: number,
  way: Way,
): string | undefined {
  let [low, high] = [0, 1];
  while (high - low > 0.0005) {
    const middle = (low + high) / 2;
    if (luminance(colourOf(way(middle))) < y) low = middle;
    else high = middle;
  }
  for (let l = direction < 0 ? low : high; l >= 0 && l <= 1; l += direction * 0.001) {
    const candidate = colourOf(way(l));
    if (worstContrast(candidate, against) >= ratio) return candidate;
    if (Math.abs(l - low) > 0.05) return undefined;
  }
  return undefined;
}

/**
 * Lightness contrast by APCA 0.0.98G-4g: positive for dark text on a light ground, negative for
 * light text on a dark ground. 60 is enough for texts, 90 is best for long ones.
 */
export function apca(text: string, ground: string): number {
  const [front, back] = [screenLuminance(text), screenLuminance(ground)];
  if (Math.abs(back - front) < 0.0005) return 0;
  const isDarkText = back > front;
  const difference = isDarkText ? back ** 0.56 - front ** 0.57 : back ** 0.65 - front ** 0.62;
  const scaled = difference * 1.14;
  if (Math.abs(scaled) < 0.1) return 0;
  return (scaled - Math.sign(scaled) * 0.027) * 100;
}

/** Luminance as APCA estimates it, with very dark colours lifted by the glare of a screen. */
function screenLuminance(colour: string): number {
  const channel = (at: number) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.4;
  const y = 0.2126729 * channel(1) + 0.7151522 * channel(3) + 0.072175 * channel(5);
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: APCA says 1.414, not a root.
  return y >= 0.022 ? y : y + (0.022 - y) ** 1.414;
}
