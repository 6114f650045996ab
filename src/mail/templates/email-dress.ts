import type { EmailLogo } from "#look/email-logo.ts";
import type { Font, Look } from "#look/look.ts";
import type { Palette, Token } from "#look/palette.ts";
import { emailStack, isTypeface, typefaceOf } from "#look/typefaces/typefaces.ts";

/** What the look of the site gives to an email. */
export interface Dress {
  readonly look: Look;
  /** The colours without any query; those of the dark scheme only when the site is always dark. */
  readonly colours: Palette;
  /** Value of `font-family` for headings; emails load no fonts. */
  readonly display: string;
  readonly displayWeight: number;
  readonly text: string;
  readonly corner: string;
  readonly frame: Frame;
}

/** How the parts of an email are set: with curved furrows, a bar of the brand, or printed rules. */
export type Frame = "furrows" | "bar" | "rules";

const corners = { Square: "0", Soft: "3px", Round: "12px" };

export function dressOf(look: Look): Dress {
  const { headingFont, textFont } = look;
  return {
    look,
    colours: look.scheme === "Dark" ? look.palettes.dark : look.palettes.light,
    display: emailStack(nameOf(headingFont)),
    displayWeight: weightOf(headingFont),
    text: emailStack(nameOf(textFont)),
    corner: corners[look.corners],
    frame: look.hasDrawings ? "furrows" : look.design === "Print" ? "rules" : "bar",
  };
}

/** Readers do not have the owner's own font. */
const nameOf = (font: Font) => ("address" in font ? "Device" : font.name);

/** Outlook knows only whole hundreds. */
function weightOf(font: Font): number {
  const name = nameOf(font);
  return isTypeface(name) ? Math.round(typefaceOf(name).headingWeight / 100) * 100 : 600;
}

/** The colours of the classes that the dark scheme changes. */
const classes = {
  ground: { background: "ground", color: "ink" },
  surface: { background: "surface" },
  ink: { color: "ink" },
  "ink-soft": { color: "ink-soft" },
  line: { "border-color": "line" },
  rule: { "border-color": "ink" },
  brand: { color: "brand" },
  bar: { background: "brand" },
  button: { background: "brand", color: "on-brand" },
  base: { background: "base" },
  "on-base": { color: "on-base" },
  "on-base-soft": { color: "on-base-soft" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Token>>>>;

/** Smaller margins on phones, and the colours of the dark scheme. */
export function sheetOf({ look, corner }: Dress, logo: EmailLogo | null): string {
  const night = Object.entries(classes).map(([name, rules]) => {
    const declared = Object.entries(rules).map(
      ([property, token]) => `${property}:${look.palettes.dark[token]}!important`,
    );
    return `.${name}{${declared.join(";")}}`;
  });
  if (logo?.night) {
    night.push(".logo{display:none!important}", ".night-logo{display:inline-block!important}");
  } else if (logo) {
    // The picture has the light ground, so it is given a margin of it.
    const { ground } = look.palettes.light;
    night.push(
      `.logo{padding:10px 14px!important;background:${ground}!important;border-radius:${corner}!important}`,
    );
  }
  const scheme = schemeOf(look);
  return `
:root{color-scheme:${scheme};supported-color-schemes:${scheme}}
@media (max-width:480px){
.edge{padding:20px 0!important}
.sheet{padding:28px 20px 24px!important;border-radius:0!important}
.inset{padding-left:20px!important;padding-right:20px!important}
}
${look.scheme === "Both" ? `@media (prefers-color-scheme:dark){\n${night.join("\n")}\n}\n` : ""}`;
}

export function schemeOf({ scheme }: Look): string {
  return scheme === "Both" ? "light dark" : scheme.toLowerCase();
}
