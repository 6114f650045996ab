import type { Logo } from "../content/blocks/logo.ts";
import { type LookRecord, look as lookBlock } from "../content/blocks/look.ts";
import { drawsField } from "../look/look.ts";
import { drawnChoices } from "./drawn-choices.ts";
import { markOf } from "./public-pages.ts";

/** Address of the picture from which the site's icons are made; "" for none. */
export function iconOf(logo: Logo | undefined): string {
  return logo?.siteIcon || (logo?.logo ?? "");
}

/** What the icons of a site are drawn from. */
export interface IconSource {
  readonly logo: Logo | undefined;
  readonly look: LookRecord | undefined;
  /** Name of the business. */
  readonly name: string;
}

const isUploaded = ({ logo }: IconSource) => iconOf(logo).startsWith("/media/");

/** A text that changes when the icons do. */
export function iconMark({ logo, look, name }: IconSource): string {
  return markOf(`${name}\n${iconOf(logo)}\n${drawnChoices(look)}`);
}

/** Address of an icon. Browsers keep icons for long, so a new icon has a new address. */
export function iconAddress(file: string, source: IconSource): string {
  return isUsual(source) ? `/icons/${file}` : `/icons/${file}?v=${iconMark(source)}`;
}

/** The icons that every page names. */
export function pageIcons(source: IconSource) {
  const svg = isUsual(source) ? "/favicon.svg" : iconAddress(iconSvgFile, source);
  return {
    tab: isUploaded(source)
      ? { href: iconAddress("192.png", source), type: "image/png" }
      : { href: svg, type: "image/svg+xml" },
    touch: iconAddress("180.png", source),
  };
}

export type PageIcons = ReturnType<typeof pageIcons>;

export const iconSvgFile = "site.svg";

/** True for a site with neither an icon nor a look of its own. Its icon is a file of the program. */
function isUsual(source: IconSource): boolean {
  const [seed] = lookBlock.seed;
  const isFarm = drawsField(source.look) && drawnChoices(source.look) === drawnChoices(seed);
  return !isUploaded(source) && (source.look === undefined || isFarm);
}
