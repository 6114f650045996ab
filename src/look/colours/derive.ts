import type { Palette, Token } from "../palette.ts";
import { type Role, type Roles, roles as roleNames, type Scheme } from "../roles.ts";
import {
  apca,
  blackOrWhite,
  contrast,
  nearestPassing,
  straightWay,
  type Way,
  worstContrast,
} from "./contrast.ts";
import { grounds, type inks } from "./pairs.ts";
import { colourOf, mix, type Shade, shadeOf } from "./shades.ts";

/** What printed matter is made of: "paper" is light in both schemes, "surface" follows the page. */
export type Cards = "paper" | "surface";

/**
 * All colours of a page, from six of the owner. Each pair of `pairs.ts` passes, whatever the six
 * are. A colour of the owner stays as it is wherever it passes: the brand as band, the accent as
 * decoration. A dark ground makes a dark page in both schemes; the scheme says how bright large
 * areas may be.
 */
export function paletteOf(roles: Roles, scheme: Scheme, cards: Cards = "paper"): Palette {
  const page = pageOf(roles);
  const fields = groundsOf(page, roles);
  const texts = textsOf(page, roles, fields);
  const ink = texts.ink;
  return {
    ...fields,
    ...texts,
    line: lineOf(page, ink, 0.2, 0.24),
    "line-strong": nearestPassing(lineOf(page, ink, 0.54, 0.58), valuesOf(fields), 3),
    "on-brand": textOn(texts.brand, page),
    focus: focusOf(page, roles, texts, valuesOf(fields)),
    ...cardOf(page, roles, texts, fields, scheme, cards),
    ...bandOf(page, roles, scheme),
    "brand-bright": brightOf(page, roles.brand),
    accent: roles.accent,
    "accent-warm": warmOf(roles.accent),
    "on-accent": textOn(roles.accent, page),
    ...baseOf(page, roles),
  };
}

/** What everything on a page depends on. */
interface Page {
  readonly isDark: boolean;
  readonly groundColour: string;
  readonly ground: Shade;
  /** Hue and chroma of light areas: those of the lighter one of ground and ink. */
  readonly paper: Shade;
  /** Hue and chroma of dark areas: those of the ink, because a dark ground is nearly black. */
  readonly soil: Shade;
  readonly brand: Shade;
}

/** Least contrast of the grounds with black or white, so that soft and coloured texts have room. */
const room = 7;

function pageOf(roles: Roles): Page {
  const ground = roomy(roles.ground);
  const isDark = blackOrWhite([ground]) === "#ffffff";
  const brand = shadeOf(roles.brand);
  return {
    isDark,
    groundColour: ground,
    ground: shadeOf(ground),
    paper: neutral(shadeOf(isDark ? roles.ink : ground), brand, 0.012),
    soil: neutral(shadeOf(roles.ink), brand, 0.012),
    brand,
  };
}

/** The colour, or the nearest one on which texts have room. */
function roomy(colour: string): string {
  if (contrast(colour, blackOrWhite([colour])) >= room) return colour;
  const options = ["#000000", "#ffffff"].map((end) => nearestPassing(colour, [end], room));
  const from = shadeOf(colour).l;
  const moved = (option: string) => Math.abs(shadeOf(option).l - from);
  const [lighter = colour, darker = colour] = options;
  return moved(darker) < moved(lighter) ? darker : lighter;
}

const share = (value: number) => Math.min(1, Math.max(0, value));

/** A grey with a trace of the brand, because a pure grey looks dirty beside a colour. */
function neutral(shade: Shade, brand: Shade, least: number): Shade {
  if (shade.c >= 0.004) return { ...shade, c: Math.min(shade.c, 0.045) };
  return brand.c < 0.02 ? { ...shade, c: 0 } : { ...shade, c: least, h: brand.h };
}

type Grounds = Readonly<Record<(typeof grounds)[number], string>>;

const valuesOf = (fields: Grounds): readonly string[] => grounds.map((token) => fields[token]);

function groundsOf(page: Page, roles: Roles): Grounds {
  const { isDark, ground, brand } = page;
  const end = isDark ? "#ffffff" : "#000000";
  const held = (colour: string, ratio: number) => nearestPassing(colour, [end], ratio);
  const tone = neutral(ground, brand, 0.005);
  // A step is hardly seen near black, so it is larger there.
  const lift = isDark ? Math.max(0, 0.2 - ground.l) / 2 : 0;
  const deeper = {
    l: isDark ? ground.l + 0.067 + lift : ground.l - 0.046,
    c: Math.max(ground.c, Math.min(tone.c * 2, ground.c + 0.02, 0.3)),
    h: tone.h,
  };
  const tinted = {
    l: isDark ? ground.l + 0.062 + lift : ground.l - 0.036,
    c: (brand.c < 0.02 ? 0.004 : isDark ? 0.024 : 0.013) + Math.max(0, ground.c - 0.05) / 2,
    h: brand.c < 0.02 ? ground.h : brand.h,
  };
  const surface = surfaceOf(page, roles.surface);
  return {
    ground: page.groundColour,
    "ground-deep": held(colourOf(deeper), 6),
    surface,
    tint: held(colourOf(tinted), 6),
    sheet: held(mix(page.groundColour, surface, isDark ? 0.5 : 0.7), 6),
  };
}

/** A surface of the other scheme would leave no text that passes on both, so it joins the ground. */
function surfaceOf({ isDark, ground }: Page, surface: string): string {
  const end = isDark ? "#ffffff" : "#000000";
  if (contrast(surface, end) >= room) return surface;
  const { c, h } = shadeOf(surface);
  if (contrast(surface, end) >= contrast(surface, isDark ? "#000000" : "#ffffff")) {
    return nearestPassing(surface, [end], room);
  }
  const beside = { l: isDark ? ground.l + 0.087 : ground.l + 0.025, c: Math.min(c, 0.02), h };
  return nearestPassing(colourOf(beside), [end], room);
}

type Texts = Readonly<Record<(typeof inks)[number], string>>;

function textsOf(page: Page, roles: Roles, fields: Grounds): Texts {
  const backs = valuesOf(fields);
  const passing = (colour: string, way?: Way) => nearestPassing(colour, backs, 4.5, way);
  const isKept = worstContrast(roles.ink, backs) >= 4.5;
  const most = worstContrast(blackOrWhite(backs), backs);
  // An ink that fails is a slip, so it gets what is comfortable in a long text.
  const ink = isKept ? roles.ink : nearestPassing(roles.ink, backs, Math.min(13, most));
  const softRatio = isKept ? 4.5 : Math.max(4.5, Math.min(6, most * 0.75));
  const from = shadeOf(ink);
  const soft = {
    l: from.l + (page.ground.l - from.l) * (page.isDark ? 0.23 : 0.295),
    c: Math.min(0.04, Math.max(from.c, neutral(from, page.brand, 0.012).c * 1.5)),
    h: from.c < 0.004 ? page.brand.h : from.h,
  };
  return {
    ink,
    "ink-soft": nearestPassing(colourOf(soft), backs, softRatio),
    brand: passing(roles.brand, darkeningWay(roles.brand)),
    "accent-text": passing(roles.accent, darkeningWay(roles.accent)),
    danger: passing(roles.danger),
  };
}

/**
 * The way of a colour that may become much darker. Yellow would become olive, so it goes over
 * orange to a warm brown; a pale colour would become grey, so it gets more chroma.
 */
export function darkeningWay(colour: string): Way {
  const { l: start, c, h } = shadeOf(colour);
  if (c < 0.02) return straightWay(colour);
  const warm = 42;
  const turn = h > warm && h < 115 ? warm - h : 0;
  const full = Math.max(c, Math.min(c * 2.5, 0.14));
  return (l) => {
    const done = share((start - l) / 0.27);
    return { l, c: c + (full - c) * done, h: h + turn * done };
  };
}

/** The ring of the focus: on a dark ground the accent, which is seen best, unless it is pale. */
function focusOf(page: Page, roles: Roles, texts: Texts, backs: readonly string[]): string {
  const isVivid = shadeOf(roles.accent).c >= 0.1;
  return nearestPassing(page.isDark && isVivid ? roles.accent : texts.brand, backs, 3);
}

/** A line between ground and ink. */
function lineOf({ isDark, ground, brand }: Page, ink: string, light: number, dark: number): string {
  const { l } = shadeOf(ink);
  const tone = neutral(ground, brand, 0.006);
  // A line with a hue looks weaker than a grey one.
  const part = (isDark ? dark - 0.03 : light - 0.015) - 0.05 * (1 - share(tone.c / 0.02));
  const lift = isDark ? Math.max(0, 0.2 - ground.l) / 3 : 0;
  return colourOf({
    l: ground.l + (l - ground.l) * part + lift,
    c: Math.min(0.055, tone.c * (isDark ? 1.8 : 2.4)),
    h: tone.h,
  });
}

/** Text on a colour: like paper if that passes, otherwise dark. */
function textOn(colour: string, { paper, soil, brand }: Page): string {
  const light =
    paper.c < 0.015 ? "#ffffff" : colourOf({ l: 0.97, c: Math.min(paper.c, 0.021), h: paper.h });
  if (contrast(light, colour) >= 4.5) return light;
  const tone = soil.c > 0 ? soil : brand;
  const dark = colourOf({ l: 0.226, c: Math.min(tone.c, 0.024), h: tone.h });
  if (contrast(dark, colour) >= 4.5) return dark;
  return nearestPassing(blackOrWhite([colour]) === "#ffffff" ? light : dark, [colour], 4.5);
}

type CardToken = Extract<Token, `card${string}`> | "on-card-brand";

function cardOf(
  page: Page,
  roles: Roles,
  texts: Texts,
  fields: Grounds,
  scheme: Scheme,
  cards: Cards,
): Readonly<Record<CardToken, string>> {
  const isPaper = page.isDark && cards === "paper";
  const { paper, soil } = page;
  // At night, white paper would dazzle.
  const card = isPaper
    ? colourOf({
        l: scheme === "dark" ? 0.89 : 0.95,
        c: Math.min(0.042, paper.c * 1.45),
        h: paper.h,
      })
    : fields.surface;
  const dark = colourOf({ l: 0.226, c: Math.min(soil.c, 0.021), h: soil.h });
  const softer = (l: number, c: number) => colourOf({ l, c: Math.min(soil.c * 1.5, c), h: soil.h });
  const brand = nearestPassing(
    isPaper ? roles.brand : texts.brand,
    [card],
    4.5,
    darkeningWay(roles.brand),
  );
  const light = lineOf(page, texts.ink, 0.54, 0.58);
  return {
    card,
    "card-ink": nearestPassing(isPaper ? dark : texts.ink, [card], 4.5),
    "card-ink-soft": nearestPassing(isPaper ? softer(0.43, 0.035) : texts["ink-soft"], [card], 4.5),
    "card-line": nearestPassing(isPaper ? softer(0.563, 0.055) : light, [card], 3),
    "card-brand": brand,
    "on-card-brand": textOn(brand, page),
  };
}

type BandToken = Extract<Token, `${string}band${string}`>;

function bandOf(page: Page, roles: Roles, scheme: Scheme): Readonly<Record<BandToken, string>> {
  const { l, c, h } = page.brand;
  // On a dark page, a wide bright area would dazzle, at night also one of the brand itself.
  const isDimmed = page.isDark && l > (scheme === "dark" ? 0.45 : 0.68);
  // Dark yellow and yellow-green are olive, so they get less chroma.
  const kept = h > 75 && h < 140 ? 0.45 : 0.7;
  const band = isDimmed ? colourOf({ l: 0.33, c: Math.min(c * kept, 0.12), h }) : roles.brand;
  const under = shadeOf(band);
  const accent = nearestPassing(roles.accent, [band], 3);
  return {
    band,
    "band-ridge": colourOf({ ...under, l: under.l < 0.12 ? under.l + 0.05 : under.l - 0.03 }),
    "on-band": textOn(band, page),
    "band-accent": accent,
    "band-accent-text": nearestPassing(roles.accent, [band], 4.5),
    "on-band-accent": textOn(accent, page),
  };
}

type BaseToken = Extract<Token, `${"on-" | ""}base${string}`>;

/** The dark ground of the footer and of dark sections, the same in both schemes. */
function baseOf(page: Page, roles: Roles): Readonly<Record<BaseToken, string>> {
  const { isDark, soil, paper } = page;
  const dark = (l: number, share: number) =>
    colourOf({ l, c: Math.min(0.045, soil.c * share), h: soil.h });
  const light = (l: number, share: number) =>
    colourOf({ l, c: Math.min(0.05, paper.c * share), h: paper.h });
  // Brown may be lighter than a grey without looking washed out.
  const l = isDark
    ? 0.15 + 0.112 * share((soil.c - 0.014) / 0.01)
    : 0.2 + 0.1 * share((soil.c - 0.008) / 0.012);
  const base = dark(l, isDark ? 1.3 : 1.6);
  const deep = dark(l - (isDark ? 0.02 + (l - 0.15) * 0.45 : 0.055), isDark ? 0.75 : 1.3);
  const backs = [base, deep];
  const accent = nearestPassing(roles.accent, backs, 4.5);
  return {
    base,
    "base-deep": deep,
    "base-line": dark(l + (isDark ? 0.128 : 0.16), isDark ? 1.4 : 2.2),
    "base-ridge": l < 0.18 ? dark(l + 0.03, 1.2) : dark(l - 0.028, isDark ? 1.2 : 1.4),
    "on-base": nearestPassing(
      light(paper.c < 0.015 ? 0.965 : 0.935, isDark ? 1.25 : 1.6),
      backs,
      4.5,
    ),
    "on-base-soft": nearestPassing(light(isDark ? 0.775 : 0.806, isDark ? 1.7 : 2.3), backs, 4.5),
    "base-accent": accent,
    "on-base-accent": textOn(accent, page),
  };
}

/** The brand in sprouts and stripes, fresher than in texts. */
function brightOf({ isDark }: Page, brand: string): string {
  const { l, c, h } = shadeOf(brand);
  if (isDark)
    return l > 0.6 ? colourOf({ l: l - 0.055, c: c * 1.1, h }) : colourOf({ l: 0.7, c, h });
  if (l >= 0.6) return brand;
  return colourOf({ l: l + 0.2, c: Math.min(c * 1.7, 0.2), h });
}

/** The accent, a step warmer. */
function warmOf(accent: string): string {
  const { l, c, h } = shadeOf(accent);
  const turn = ((42 - h + 540) % 360) - 180;
  return colourOf({ l: l - 0.05, c, h: h + Math.sign(turn) * Math.min(Math.abs(turn), 33) });
}

export interface Adjustment {
  readonly role: Role;
  readonly given: string;
  /** The colour that takes its place where the given one cannot be read. */
  readonly used: string;
  /** Contrast of the given colour by WCAG 2.2, where it is least. */
  readonly ratio: number;
  /** The same by APCA. */
  readonly apca: number;
  readonly usedRatio: number;
  readonly usedApca: number;
}

/** The colours that a page does not use everywhere as they were given. */
export function adjustments(roles: Roles, scheme: Scheme): readonly Adjustment[] {
  const palette = paletteOf(roles, scheme);
  const backs = grounds.map((token) => palette[token]);
  const tokenOf = (role: Role): Token => (role === "accent" ? "accent-text" : role);
  return roleNames.flatMap((role) => {
    const [given, used] = [roles[role], palette[tokenOf(role)]];
    if (given === used) return [];
    const isGround = role === "ground" || role === "surface";
    const least = (colour: string) => {
      const [text, back] = isGround ? [palette.ink, colour] : [colour, darkest(colour, backs)];
      return { ratio: contrast(text, back), apca: apca(text, back) };
    };
    const [before, after] = [least(given), least(used)];
    return [{ role, given, used, ...before, usedRatio: after.ratio, usedApca: after.apca }];
  });
}

/** The ground on which a text has the least contrast. */
function darkest(text: string, backs: readonly string[]): string {
  return backs.reduce((worst, back) =>
    contrast(text, back) < contrast(text, worst) ? back : worst,
  );
}

/**
 * Colours for the dark scheme, from those of the light one. Colours that are dark already stay as
 * they are: such a site is dark in both schemes.
 */
export function darkRoles(light: Roles): Roles {
  const page = pageOf(light);
  if (page.isDark) return light;
  const { brand, ground } = page;
  const hue = brand.c >= 0.02 ? brand.h : ground.h;
  const trace = brand.c >= 0.02 || ground.c >= 0.004 ? 1 : 0;
  const ink = neutral(ground, brand, 0.006);
  return {
    ground: colourOf({ l: 0.2, c: 0.013 * trace, h: hue }),
    surface: colourOf({ l: 0.286, c: 0.02 * trace, h: hue }),
    ink: colourOf({ l: 0.933, c: Math.min(0.028, ink.c * 1.4), h: ink.h }),
    brand: lifted(light.brand, 0.79, 1.5),
    accent: lifted(light.accent, 0.79, 1),
    danger: lifted(light.danger, 0.78, 0.72),
  };
}

/** A colour that is too dark for texts on a dark ground is made as light as this. */
function lifted(colour: string, lightness: number, chroma: number): string {
  const { l, c, h } = shadeOf(colour);
  if (l >= 0.72) return colour;
  // A black brand becomes white rather than grey.
  return colourOf({ l: c < 0.02 ? 0.9 : lightness, c: Math.min(c * chroma, 0.16), h });
}

/** Colours for white paper: those of the light scheme, also of a site that is always dark. */
export function printedPalette(roles: Roles): Palette {
  const page = pageOf(roles);
  const white = { ...roles, ground: "#ffffff", surface: "#ffffff" };
  const ink = page.isDark
    ? colourOf({ l: 0.226, c: Math.min(page.soil.c, 0.02), h: page.soil.h })
    : roles.ink;
  return paletteOf({ ...white, ink }, "light");
}
