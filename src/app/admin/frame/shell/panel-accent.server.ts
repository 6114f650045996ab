import { fontsOf } from "#app/looks/typeface-sheets.ts";
import { panelShades } from "#look/colours/panel-shades.ts";
import type { Look } from "#look/look.ts";
import { headingStack, isTypeface } from "#look/typefaces/typefaces.ts";
import type { PanelAccent } from "./admin-theme.ts";

/** The accent and the face of titles that the panel takes from the published look. */
export function panelAccent({ palettes, headingFont }: Look): PanelAccent {
  const shades = panelShades(palettes.light.brand);
  // An uploaded font may lack letters of the panel.
  if ("address" in headingFont || !isTypeface(headingFont.name)) {
    return { shades, headings: "", faces: "", fontFiles: [] };
  }
  const fonts = fontsOf({ headingFont, textFont: { name: "Device" } }, false);
  const isInStyles = headingFont.name === "Fraunces";
  return {
    shades,
    headings: headingStack(headingFont.name),
    faces: isInStyles ? "" : fonts.sheets.map(({ text }) => text).join(""),
    fontFiles: fonts.preloads,
  };
}
