import type { Picture } from "./export-picture.ts";
import { fieldMap } from "./field-map/field-map.ts";
import { firstLight, nightField } from "./first-light/first-light.ts";
import { engrave } from "./portraits/engrave.ts";
import { portraits } from "./portraits/people.ts";
import { rootCellar } from "./root-cellar/root-cellar.ts";

const pageWidths = [480, 768, 1080, 1440, 1920];
const sectionWidths = [480, 768, 1080, 1440];

export const pictures: readonly Picture[] = [
  { name: "first-light", draw: firstLight, widths: pageWidths, fallbackWidth: 1080, quality: 50 },
  { name: "night-field", draw: nightField, widths: pageWidths, fallbackWidth: 1080, quality: 50 },
  {
    name: "root-cellar",
    draw: rootCellar,
    widths: sectionWidths,
    fallbackWidth: 1080,
    quality: 42,
  },
  { name: "field-map", draw: fieldMap, widths: sectionWidths, fallbackWidth: 1080, quality: 42 },
  ...portraits.map((portrait, index) => ({
    name: `portrait-${index + 1}`,
    draw: () => engrave(portrait),
    widths: [160, 320],
    fallbackWidth: 320,
    quality: 42,
  })),
];
