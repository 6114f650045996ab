import type { Palette } from "../palette.ts";

/** Abstract patterns that stand where a site has no pictures of its own. */
export const patternNames = ["lines", "arcs", "grid", "steps", "rings", "bars"] as const;

export type PatternName = (typeof patternNames)[number];

/** "small" is a square with few and large shapes, for portraits. */
export const patternShapes = {
  wide: { width: 1600, height: 1000 },
  square: { width: 800, height: 800 },
  small: { width: 320, height: 320 },
  card: { width: 800, height: 420 },
  upright: { width: 960, height: 1200 },
} as const;

export type PatternShape = keyof typeof patternShapes;

export interface PatternPicture {
  readonly name: PatternName;
  readonly shape: PatternShape;
}

const path = /^\/patterns\/([a-z]+)(?:-([a-z]+))?\.svg$/;

/** Undefined for an address that is no pattern. "wide" is not part of the address. */
export function patternAt(address: string): PatternPicture | undefined {
  const [, named = "", shaped = "wide"] = path.exec(address) ?? [];
  const name = patternNames.find((one) => one === named);
  const isShape = Object.hasOwn(patternShapes, shaped);
  return name === undefined || !isShape ? undefined : { name, shape: shaped as PatternShape };
}

/** Colours of a pattern, each "#rrggbb". */
export interface PatternColours {
  readonly ground: string;
  readonly brand: string;
  readonly accent: string;
  readonly line: string;
}

/** Without `light` or `dark`, the pattern is the same in both schemes of the reader's device. */
export interface PatternSchemes {
  readonly light?: PatternColours | undefined;
  readonly dark?: PatternColours | undefined;
}

const parts = ["ground", "brand", "accent", "line"] as const;

interface DressedSite {
  readonly palettes: Readonly<Record<"light" | "dark", Palette>>;
  readonly scheme: "Both" | "Light" | "Dark";
}

/** The colours in which patterns are drawn on a site with this look. */
export function patternSchemes({ palettes, scheme }: DressedSite): PatternSchemes {
  const light = scheme === "Dark" ? undefined : coloursIn(palettes.light);
  const dark = scheme === "Light" ? undefined : coloursIn(palettes.dark);
  return { ...(light && { light }), ...(dark && { dark }) };
}

function coloursIn(palette: Palette): PatternColours {
  const { brand, accent } = palette;
  return { ground: palette["ground-deep"], brand, accent, line: palette["line-strong"] };
}

/**
 * Address of a pattern in the colours of a look. It names the colours, so that browsers may keep the
 * picture for ever and a preview shows colours that are not published yet.
 */
export function dressedPattern(address: string, look: DressedSite): string {
  const { light, dark } = patternSchemes(look);
  const query = new URLSearchParams();
  if (light) query.set("light", written(light));
  if (dark) query.set("dark", written(dark));
  return `${address}?${query}`;
}

function written(colours: PatternColours): string {
  return parts.map((part) => colours[part].slice(1)).join("-");
}

/** The colours that `dressedPattern` has written; undefined for an address without them. */
export function schemesIn(query: URLSearchParams): PatternSchemes | undefined {
  const [light, dark] = [read(query.get("light")), read(query.get("dark"))];
  if (light === undefined && dark === undefined) return undefined;
  return { ...(light && { light }), ...(dark && { dark }) };
}

function read(text: string | null): PatternColours | undefined {
  if (text === null || !/^[\da-f]{6}(?:-[\da-f]{6}){3}$/.test(text)) return undefined;
  const colours = text.split("-").map((digits) => `#${digits}`);
  const [ground = "", brand = "", accent = "", line = ""] = colours;
  return { ground, brand, accent, line };
}
