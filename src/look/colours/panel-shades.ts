import { nearestPassing, type Way } from "./contrast.ts";
import { darkeningWay } from "./derive.ts";
import { colourOf, type Shade, shadeOf } from "./shades.ts";

/** From light to dark, as the panel's component library takes them. */
export type PanelShades = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Field's own, made by hand. */
const fieldBrand = "#2f5a36";
const fieldShades: PanelShades = [
  "#eef5ee",
  "#dde9de",
  "#b9d2bc",
  "#92ba97",
  "#71a677",
  "#5c9963",
  "#468150",
  "#2f5a36",
  "#28502f",
  "#1d4425",
];

/** The panel's grounds, on which the shades are text, and the text on a filled button. */
const lightGrounds = ["#fbf7ec", "#f4eddc", "#ffffff"];
const darkGrounds = ["#1c211b", "#232921"];
const textOnFilled = "#fffdf6";

/**
 * The panel's accent in ten shades of the brand. 7 is the filled button and the text of the light
 * scheme, 6 the filled button of the dark one, and 3 text and focus on dark grounds. Each passes
 * for any brand; a brand that passes is shade 7 itself.
 */
export function panelShades(brand: string): PanelShades {
  if (brand === fieldBrand) return fieldShades;
  const chosen = shadeOf(brand);
  const field = fieldShades.map(shadeOf);
  const own = nearestPassing(brand, [textOnFilled, ...lightGrounds], 4.5, darkeningWay(brand));
  const filled = shadeOf(own);
  const at = (index: number): Shade => {
    const model = field[index] ?? filled;
    const { c: most = 0.076 } = field[7] ?? filled;
    // A brand without a hue keeps grey shades; a strong one does not glare in the pale shades.
    const share = Math.min(2.2, model.c / most);
    const paleness = Math.max(0, (model.l - 0.7) / 0.3);
    const c = Math.min(filled.c * share, 0.19 - 0.16 * paleness);
    // The pale shades have the hue of the brand as it was given.
    return { l: model.l, c, h: index <= 5 ? chosen.h : filled.h };
  };
  const darker = (by: number): string =>
    colourOf({ ...filled, l: Math.max(0, filled.l - by), c: filled.c * 0.92 });
  const shade = (index: number) => colourOf(at(index));
  const straight =
    (index: number): Way =>
    (l) => ({ ...at(index), l });
  const nightFilled = Math.max(at(6).l, filled.l + 0.05);
  return [
    shade(0),
    shade(1),
    shade(2),
    nearestPassing(shade(3), darkGrounds, 4.5, straight(3)),
    shade(4),
    shade(5),
    nearestPassing(colourOf({ ...at(6), l: nightFilled }), [textOnFilled], 4.5, straight(6)),
    own,
    darker(0.035),
    darker(0.09),
  ];
}
