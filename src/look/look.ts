import type { LookRecord } from "#content/blocks/look.ts";
import { contrast } from "./colours/contrast.ts";
import { printedPalette } from "./colours/derive.ts";
import { recoloured } from "./colours/recolour.ts";
import { type DesignName, designs, rolesIn } from "./designs.ts";
import type { Palette } from "./palette.ts";
import { type Role, type Roles, roles, type Scheme } from "./roles.ts";
import { ownFontIdOf } from "./typefaces/own-font.ts";
import type { TextFontName } from "./typefaces/typefaces.ts";

/** A typeface of the catalogue, or the address of an uploaded font. */
export type Font = { readonly name: TextFontName } | { readonly address: string };

/** What the site looks like, with every choice of the owner resolved. */
export interface Look {
  readonly design: DesignName;
  readonly hasDrawings: boolean;
  readonly palettes: Readonly<Record<Scheme, Palette>>;
  /** Colours on white paper, also of a site whose ground is dark. */
  readonly printed: Palette;
  readonly scheme: LookRecord["scheme"];
  readonly headingFont: Font;
  readonly textFont: Font;
  readonly scale: LookRecord["scale"];
  readonly corners: "Square" | "Soft" | "Round";
  readonly density: "Dense" | "Middle" | "Airy";
  readonly pictures: LookRecord["pictures"];
  readonly customCss: string;
}

/** The look of the last record, because palettes of own colours take a millisecond to derive. */
let latest: { readonly record: string; readonly look: Look } | undefined;

/** The look of a record; without a record, that of a new installation. */
export function lookOf(record: LookRecord | undefined): Look {
  const text = JSON.stringify(record) ?? "";
  if (latest?.record !== text) latest = { record: text, look: resolved(record) };
  return latest.look;
}

function resolved(record: LookRecord | undefined): Look {
  const name = record?.design ?? "Field";
  const design = designs[name];
  const palettes = palettesOf(record, name);
  return {
    design: name,
    hasDrawings: drawsField(record),
    palettes,
    printed: printedOf(palettes.light),
    scheme: record?.scheme ?? "Both",
    headingFont: fontOf(record?.headingFont, record?.ownHeadingFont, design.headingFont),
    textFont: fontOf(record?.textFont, record?.ownTextFont, design.textFont),
    scale: record?.scale ?? "Middle",
    corners: chosen(record?.corners) ?? design.corners,
    density: chosen(record?.density) ?? design.density,
    pictures: record?.pictures ?? "Own",
    customCss: record?.customCss ?? "",
  };
}

/** Whether the look of a record has the drawings of a field. */
export function drawsField(record: Pick<LookRecord, "design" | "drawings"> | undefined): boolean {
  return designs[record?.design ?? "Field"].hasDrawings && record?.drawings !== "None";
}

/** Undefined for what the design has. */
function chosen<const Value extends string>(value: Value | "Own" | undefined): Value | undefined {
  return value === "Own" ? undefined : value;
}

function fontOf(
  chosen: LookRecord["headingFont"] | undefined,
  address: string | undefined,
  own: TextFontName,
): Font {
  if (chosen === "Uploaded") {
    // Only addresses of uploaded fonts get into style sheets.
    return address && ownFontIdOf(address) !== undefined ? { address } : { name: own };
  }
  return { name: chosen === undefined || chosen === "Own" ? own : chosen };
}

/** The name of the field that has the dark colour of a role. */
export const darkField = {
  ground: "darkGround",
  surface: "darkSurface",
  ink: "darkInk",
  brand: "darkBrand",
  accent: "darkAccent",
  danger: "darkDanger",
} as const satisfies Record<Role, keyof LookRecord>;

/** The palettes of the design in the owner's colours. */
function palettesOf(record: LookRecord | undefined, name: DesignName): Look["palettes"] {
  const design = designs[name];
  if (record === undefined) return design.palettes;
  return recoloured(
    design,
    chosenRoles(record, (role) => role),
    chosenRoles(record, (role) => darkField[role]),
  );
}

/** WCAG AA for text. */
const textRatio = 4.5;

function printedOf(light: Palette): Palette {
  const white = { ground: "#ffffff", surface: "#ffffff", card: "#ffffff" };
  // Light text, on a ground that is dark.
  return contrast(light.ink, "#ffffff") < textRatio
    ? printedPalette(rolesIn(light))
    : { ...light, ...white };
}

function chosenRoles(
  record: LookRecord,
  fieldOf: (role: Role) => keyof LookRecord,
): Partial<Roles> {
  return Object.fromEntries(
    roles
      .map((role) => [role, record[fieldOf(role)]] as const)
      .filter(([, colour]) => colour !== ""),
  );
}
