import type { Font, Look } from "./look.ts";
import { type Palette, tokens } from "./palette.ts";
import { headingStack, isTypeface, textStack } from "./typefaces/typefaces.ts";

/**
 * The rules that dress a page: the colours of both schemes, and what differs from the sizes and
 * typefaces of `app/ui/styles/tokens.css`. Without the owner's CSS.
 */
export function lookCss(look: Look): string {
  const { light, dark } = look.palettes;
  const [first, scheme] =
    look.scheme === "Both"
      ? [light, "light dark"]
      : look.scheme === "Light"
        ? [light, "light"]
        : [dark, "dark"];
  const shape = shapeOf(look);
  const base = `:root{color-scheme:${scheme};--picture-filter:${first === dark ? dimmed : "none"};${coloursIn(first)}${shape}}`;
  const night = `@media screen and (prefers-color-scheme:dark){:root{--picture-filter:${dimmed};${coloursIn(dark, light)}}}`;
  const print = `@media print{:root{color-scheme:light;--picture-filter:none;${coloursIn(look.printed, first)}}}`;
  return [ownFaces(look), base, look.scheme === "Both" ? night : "", print].join("");
}

/** Pictures are less bright on a dark ground. */
const dimmed = "brightness(.74) saturate(.85) contrast(1.05)";

/** The colours of a palette that differ from those of another. */
function coloursIn(palette: Palette, other?: Palette): string {
  return tokens
    .filter((token) => palette[token] !== other?.[token])
    .map((token) => `--${token}:${palette[token]};`)
    .join("");
}

const corners = { Square: "0", Soft: "", Round: "12px" };

const rhythms = {
  Dense: "clamp(3rem,2rem + 4vw,5.5rem)",
  Middle: "",
  Airy: "clamp(5.5rem,3.5rem + 8vw,11rem)",
};

const scales = {
  Small: { text: "1rem", title: ".9", hero: ".82" },
  Middle: undefined,
  Large: { text: "1.1875rem", title: "1.1", hero: "1.08" },
};

function shapeOf(look: Look): string {
  const scale = scales[look.scale];
  const values: readonly (readonly [string, string])[] = [
    ["font-heading", stackOf(look.headingFont, "heading")],
    ["font-text", stackOf(look.textFont, "text")],
    ["corner", corners[look.corners]],
    ["rhythm", rhythms[look.density]],
    ...(scale === undefined
      ? []
      : ([
          ["size-text", scale.text],
          ["size-title", `calc(${scale.title}*clamp(2.125rem,1.6rem + 2.2vw,3.375rem))`],
          ["size-hero", `calc(${scale.hero}*clamp(min(3rem,15vw),1.4rem + 6.6vw,6.75rem))`],
        ] as const)),
  ];
  return values
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `--${name}:${value};`)
    .join("");
}

type Use = "heading" | "text";

const ownFamily = { heading: "Own heading", text: "Own text" } as const;

/** "" for the font that `tokens.css` has. */
function stackOf(font: Font, use: Use): string {
  if ("address" in font) return `"${ownFamily[use]}",${textStack("Device")}`;
  if (use === "text") return font.name === "Device" ? "" : textStack(font.name);
  if (font.name === "Fraunces") return "";
  return isTypeface(font.name) ? headingStack(font.name) : textStack(font.name);
}

/** Uploaded fonts. A font that arrives late is not used, so that nothing moves. */
function ownFaces({ headingFont, textFont }: Look): string {
  return (
    [
      [headingFont, "heading"],
      [textFont, "text"],
    ] as const
  )
    .map(([font, use]) =>
      "address" in font
        ? `@font-face{font-family:"${ownFamily[use]}";font-weight:100 900;font-display:optional;src:url("${font.address}") format("woff2")}`
        : "",
    )
    .join("");
}
