import type { Look } from "../look/look.ts";
import type { Palette } from "../look/palette.ts";
import { pictureOutlines } from "../look/printed-look.ts";
import type { Queries } from "../platform/database/database.ts";
import { type Lettering, letteringOf } from "./lettering.ts";

/** What share pictures and icons take from the look of the site. */
export interface CardDress {
  readonly colours: Palette;
  /** The colours of browsers with a dark scheme, if the site follows them. */
  readonly night: Palette | undefined;
  readonly lettering: Lettering;
  readonly corners: Look["corners"];
  /** What stands around the text: a drawing of a field, a bar of the brand, or printed rules. */
  readonly frame: "field" | "bar" | "rules";
}

export async function cardDressOf(queries: Queries, look: Look): Promise<CardDress> {
  const { light, dark } = look.palettes;
  return {
    colours: look.scheme === "Dark" ? dark : light,
    night: look.scheme === "Both" ? dark : undefined,
    lettering: letteringOf(await pictureOutlines(queries, look)),
    corners: look.corners,
    frame: look.hasDrawings ? "field" : look.design === "Print" ? "rules" : "bar",
  };
}
