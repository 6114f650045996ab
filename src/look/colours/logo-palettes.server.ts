import { withPicture } from "#media/uploads/decode-picture.server.ts";
import { loadSharp } from "#platform/load-sharp.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import type { Roles } from "../roles.ts";
import { colourOf, distance, type Shade, shadeOf } from "./shades.ts";

export interface ProposedPalette {
  /** One or two words for a button. */
  readonly name: string;
  readonly roles: Roles;
}

/**
 * Three to five palettes from the main colours of a logo, the likeliest first. A logo without
 * colours gets palettes that go with grey. Throws as `decodePicture` for an unusable file.
 */
export async function palettesOfLogo(
  parse: Parse,
  bytes: Uint8Array,
): Promise<readonly ProposedPalette[]> {
  const areas = await areasOf(parse, bytes);
  const [first, second] = mainColoursIn(areas);
  if (isLightOnNothing(areas)) return first === undefined ? nights : nightsOf(first, second);
  if (first === undefined) return withGrey(areas);
  return coloured(first, second);
}

/** An area of one colour; transparent ones have no colour. */
interface Area {
  readonly colour: string | undefined;
  readonly pixels: number;
}

/** Sides of the picture whose colours are counted; enough for a thin line. */
const countedSide = 160;
const mostColours = 32;

async function areasOf(parse: Parse, bytes: Uint8Array): Promise<readonly Area[]> {
  const pixels = await withPicture(parse, bytes, async (picture) => {
    const quantised = await picture
      .resize({ width: countedSide, height: countedSide, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .ensureAlpha()
      .png({ palette: true, colours: mostColours, dither: 0 })
      .toBuffer();
    const sharp = await loadSharp();
    return sharp(quantised).ensureAlpha().raw().toBuffer();
  });
  const counts = new Map<string | undefined, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    // Half-transparent pixels are the soft edge of a shape.
    const isSolid = (pixels[at + 3] ?? 0) > 200;
    const colour = isSolid ? `#${pixels.subarray(at, at + 3).toString("hex")}` : undefined;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].map(([colour, count]) => ({ colour, pixels: count }));
}

const hasHue = ({ l, c }: Shade) => c >= 0.035 && l > 0.16 && l < 0.97;

/** The strongest colour, and the strongest one that differs from it; greys are none. */
function mainColoursIn(areas: readonly Area[]): readonly string[] {
  const groups: { colour: string; weight: number }[] = [];
  const weighed = areas
    .flatMap(({ colour, pixels }) => {
      if (colour === undefined) return [];
      const shade = shadeOf(colour);
      return hasHue(shade) ? [{ colour, weight: pixels * (0.15 + shade.c * 6) }] : [];
    })
    .sort((one, other) => other.weight - one.weight);
  for (const { colour, weight } of weighed) {
    const alike = groups.find((group) => distance(group.colour, colour) < 0.1);
    if (alike === undefined) groups.push({ colour, weight });
    else alike.weight += weight;
  }
  groups.sort((one, other) => other.weight - one.weight);
  const all = groups.reduce((sum, { weight }) => sum + weight, 0);
  return groups.filter(({ weight }) => weight >= all * 0.04).map(({ colour }) => colour);
}

/** A logo for dark grounds: mostly white, on transparent. */
function isLightOnNothing(areas: readonly Area[]): boolean {
  const sum = (these: readonly Area[]) => these.reduce((all, { pixels }) => all + pixels, 0);
  const solid = areas.filter(({ colour }) => colour !== undefined);
  const white = solid.filter(({ colour }) => colour !== undefined && isWhite(shadeOf(colour)));
  const hasNoGround = sum(areas) - sum(solid) > sum(areas) * 0.1;
  return hasNoGround && sum(solid) > 0 && sum(white) > sum(solid) * 0.3;
}

const isWhite = ({ l, c }: Shade) => l > 0.88 && c < 0.04;

const amber = "#dfa63d";
const sea = "#2f7f95";
const red = "#a8321f";
const crimson = "#8f1246";
const lightRed = "#f39c8a";
const lightPink = "#f59ac0";

/** The angle between two hues. */
const turn = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180);

/** A red that nobody takes for the brand. */
function dangerBeside(brand: string, isDark: boolean): string {
  const { c, h } = shadeOf(brand);
  const isRed = c > 0.08 && turn(h, 30) < 24;
  if (isDark) return isRed ? lightPink : lightRed;
  return isRed ? crimson : red;
}

/** An accent for a logo of one colour. */
const accentBeside = (brand: string) => (turn(shadeOf(brand).h, 80) > 55 ? amber : sea);

function inkOf(brand: string): string {
  const { c, h } = shadeOf(brand);
  return colourOf({ l: 0.2, c: Math.min(c, 0.018), h });
}

function coloured(first: string, second: string | undefined): readonly ProposedPalette[] {
  const accent = second ?? accentBeside(first);
  const { h } = shadeOf(first);
  const on = (ground: string, surface: string, brand: string, other: string): Roles => ({
    ground,
    surface,
    ink: inkOf(brand),
    brand,
    accent: other,
    danger: dangerBeside(brand, false),
  });
  const tint = colourOf({ l: 0.955, c: 0.016, h });
  const turned = {
    name: "Other way",
    roles: on("#ffffff", colourOf({ l: 0.98, c: 0.006, h: shadeOf(accent).h }), accent, first),
  };
  return [
    { name: "Bright", roles: on("#ffffff", colourOf({ l: 0.98, c: 0.006, h }), first, accent) },
    { name: "Warm paper", roles: on("#f8f3e8", "#fdfaf3", first, accent) },
    { name: "Soft tint", roles: on(tint, colourOf({ l: 0.99, c: 0.004, h }), first, accent) },
    ...(second === undefined ? [] : [turned]),
    nightOf("Night", first, accent, 0.19, 0.014),
  ];
}

/** A dark palette, with the brand light enough for texts where it has to be. */
function nightOf(
  name: string,
  brand: string,
  accent: string,
  lightness: number,
  chroma: number,
): ProposedPalette {
  const { c, h } = shadeOf(brand);
  const trace = Math.min(c, chroma);
  return {
    name,
    roles: {
      ground: colourOf({ l: lightness, c: trace, h }),
      surface: colourOf({ l: lightness + 0.07, c: trace * 1.2, h }),
      ink: colourOf({ l: 0.95, c: Math.min(c, 0.01), h }),
      brand,
      accent,
      danger: dangerBeside(brand, true),
    },
  };
}

/** Dark palettes for a logo with white letters, which cannot be seen on a light ground. */
function nightsOf(first: string, second: string | undefined): readonly ProposedPalette[] {
  const accent = second ?? accentBeside(first);
  return [
    nightOf("Night", first, accent, 0.19, 0.014),
    nightOf("Deep", first, accent, 0.25, 0.05),
    nightOf("Black", first, accent, 0.13, 0),
  ];
}

const nights: readonly ProposedPalette[] = [
  nightOf("Night", "#d9dde3", amber, 0.18, 0.008),
  nightOf("Midnight", "#8fb4e8", amber, 0.22, 0.035),
  nightOf("Pine", "#9cc79a", amber, 0.23, 0.03),
];

/** For a logo of greys: itself as brand, or a colour that goes with grey. */
function withGrey(areas: readonly Area[]): readonly ProposedPalette[] {
  const [grey] = areas
    .flatMap(({ colour, pixels }) => (colour === undefined ? [] : [{ colour, pixels }]))
    .filter(({ colour }) => shadeOf(colour).l < 0.6)
    .sort((one, other) => other.pixels - one.pixels);
  const brand = grey?.colour ?? "#22252a";
  const ink = colourOf({ l: 0.2, c: 0.006, h: 265 });
  return [
    {
      name: "Ink",
      roles: { ground: "#ffffff", surface: "#f8f8f6", ink, brand, accent: amber, danger: red },
    },
    {
      name: "Slate",
      roles: {
        ground: "#f4f6f8",
        surface: "#ffffff",
        ink: "#161b22",
        brand: "#2b4c73",
        accent: "#dd9a4c",
        danger: red,
      },
    },
    {
      name: "Clay",
      roles: {
        ground: "#f8f3ec",
        surface: "#fdfaf5",
        ink: "#231c17",
        brand: "#914528",
        accent: "#d9a94a",
        danger: crimson,
      },
    },
    nightOf("Night", "#d9dde3", amber, 0.18, 0.008),
  ];
}
