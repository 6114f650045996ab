import { convertOklabToRgb, convertRgbToLrgb, convertRgbToOklab } from "culori/fn";

// Only these functions of culori, because with its converters of every space and its parsers it
// would be seven times as large in a browser.

/** A colour in OKLCH, in which equal steps of lightness look equal. */
export interface Shade {
  /** Lightness, from 0 to 1. */
  readonly l: number;
  /** Chroma, from 0 for a grey to about 0.32. */
  readonly c: number;
  /** Hue in degrees. */
  readonly h: number;
}

interface Lab {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

/** Throws for anything but "#rrggbb". */
export function shadeOf(colour: string): Shade {
  const { l, a, b } = labOf(colour);
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

/** The colour as "#rrggbb". A screen that cannot show so much chroma gets the most it can show. */
export function colourOf({ l, c, h }: Shade): string {
  const angle = (h * Math.PI) / 180;
  return withinGamut({
    l,
    a: Math.max(0, c) * Math.cos(angle),
    b: Math.max(0, c) * Math.sin(angle),
  });
}

/** The colour between two colours; `share` is how much of the second it has. */
export function mix(first: string, second: string, share: number): string {
  const [one, other] = [labOf(first), labOf(second)];
  const between = (from: number, to: number) => from + (to - from) * share;
  return withinGamut({
    l: between(one.l, other.l),
    a: between(one.a, other.a),
    b: between(one.b, other.b),
  });
}

/** How different two colours look: 0.02 is just visible, 1 is black and white. */
export function distance(first: string, second: string): number {
  const [one, other] = [labOf(first), labOf(second)];
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);
}

/** Relative luminance by WCAG 2.2, from 0 to 1. */
export function luminance(colour: string): number {
  const { r, g, b } = convertRgbToLrgb(channelsOf(colour));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channelsOf(colour: string) {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new Error(`"${colour}" is not a colour.`);
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return { mode: "rgb" as const, r: channel(1), g: channel(3), b: channel(5) };
}

const labOf = (colour: string): Lab => convertRgbToOklab(channelsOf(colour));

/** The colour, with as much of its chroma as a screen can show. */
function withinGamut({ l, a, b }: Lab): string {
  const held = Math.min(1, Math.max(0, l));
  const withPart = (part: number) => convertOklabToRgb({ l: held, a: a * part, b: b * part });
  let shown = withPart(1);
  if (!canBeShown(shown)) {
    let [low, high] = [0, 1];
    while (high - low > 0.002) {
      const middle = (low + high) / 2;
      if (canBeShown(withPart(middle))) low = middle;
      else high = middle;
    }
    shown = withPart(low);
  }
  return `#${written(shown.r)}${written(shown.g)}${written(shown.b)}`;
}

const canBeShown = ({ r, g, b }: { r: number; g: number; b: number }) =>
  Math.min(r, g, b) >= -0.0001 && Math.max(r, g, b) <= 1.0001;

const written = (channel: number) =>
  Math.round(Math.min(1, Math.max(0, channel)) * 255)
    .toString(16)
    .padStart(2, "0");
