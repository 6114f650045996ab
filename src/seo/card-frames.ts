import { contrast } from "../look/colours/contrast.ts";
import { distance, mix } from "../look/colours/shades.ts";
import type { Palette } from "../look/palette.ts";
import type { CardDress } from "./card-dress.ts";
import { mark } from "./site-icon.ts";

export const shareCardSize = { width: 1200, height: 630 } as const;
export const cardMargin = 72;

const { width, height } = shareCardSize;
const room = width - 2 * cardMargin;
const horizon = 452;

/** Where a logo stands in place of the name: its largest size, and the middle of its height. */
export const logoPlaces = {
  field: { width: 460, height: 60, middle: 70, isCentred: false },
  bar: { width: 460, height: 72, middle: 92, isCentred: false },
  rules: { width: 560, height: 48, middle: 92, isCentred: true },
} as const satisfies Readonly<Record<CardDress["frame"], unknown>>;

/**
 * Ground and head of a share picture: the name of the business, in the way of the design; null
 * leaves room for its logo.
 */
export function cardHead(name: string | null, { colours, lettering, frame }: CardDress): string {
  const { drawable, fitted, outlineOf, widthOf } = lettering;
  const ground = `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`;
  if (name === null && frame !== "rules") return ground;
  const words = drawable(name ?? "");
  const line = (size: number, x: number, y: number) =>
    outlineOf(fitted(words, size, width - cardMargin - x), { size, x, y, fill: colours.ink });
  if (frame === "field") {
    const drawn = `<g transform="translate(${cardMargin} 40) scale(1.7)"><path d="${mark.rows}" fill="${fieldColours(colours).soil}"/><path d="${mark.leaves}${mark.stalk}" fill="${colours.brand}"/></g>`;
    return ground + drawn + line(46, cardMargin + 66, 86);
  }
  if (frame === "bar") return ground + line(40, cardMargin, 104);
  const shown = fitted(words, 44, room);
  return [
    ground,
    rule(56, 1.5, colours.ink),
    outlineOf(shown, {
      size: 44,
      x: (width - widthOf(shown) * 44) / 2,
      y: 105,
      fill: colours.ink,
    }),
    rule(128, 4, colours.ink),
    rule(136, 1.5, colours.ink),
  ].join("");
}

const rule = (y: number, thickness: number, fill: string) =>
  `<rect x="${cardMargin}" y="${y}" width="${room}" height="${thickness}" fill="${fill}"/>`;

/** The bar of the brand, or rules that grow to the foot of the picture, thickest last. */
export function cardFoot({ colours, frame }: CardDress, rules: readonly number[]): string {
  if (frame === "field") return "";
  if (frame === "bar") {
    return `<rect y="${height - 44}" width="${width}" height="44" fill="${barOf(colours)}"/>`;
  }
  let y = height;
  return rules.toReversed().reduce((drawn, thickness) => {
    y -= thickness;
    const one = `<rect y="${y}" width="${width}" height="${thickness}" fill="${colours.brand}"/>`;
    y -= 9;
    return drawn + one;
  }, "");
}

/** The brand as the owner chose it, unless it is lost on the ground. */
function barOf({ ground, band, brand }: Palette): string {
  const isDark = contrast(ground, "#ffffff") > contrast(ground, "#000000");
  return isDark || distance(band, ground) < 0.06 ? brand : band;
}

function fieldColours({ ground, card, brand, band, accent, base, ...others }: Palette) {
  return {
    glow: mix(accent, ground, 0.62),
    sun: card,
    hill: mix(others["brand-bright"], ground, 0.5),
    nearHill: mix(mix(others["brand-bright"], brand, 0.2), ground, 0.24),
    soil: mix(base, others["base-line"], 0.3),
    ridge: band,
    sprout: mix(others["brand-bright"], band, 0.1),
  };
}

/** A ploughed field under early light. */
export function landscape({ colours: palette }: CardDress): string {
  const colours = fieldColours(palette);
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

/** The near rows of a field, at the foot of a picture full of text. */
export function nearRows({ colours: palette }: CardDress, rowHeight: number): string {
  const { ridge, sprout } = fieldColours(palette);
  const top = height - rowHeight;
  const rows = Array.from({ length: 23 }, (_, nth) => {
    const [above, below] = [nth * 54 - 10, (nth - 11) * 110 + 600];
    return `<path d="M${above} ${top}L${below} ${height}L${below + 62} ${height}L${above + 26} ${top}Z" fill="${sprout}"/>`;
  });
  return `<rect y="${top}" width="${width}" height="${rowHeight}" fill="${ridge}"/>${rows.join("")}`;
}
