import { details } from "./details.ts";
import type { Picture } from "./export-picture.ts";
import { fieldMap } from "./field-map/field-map.ts";
import { firstLight, nightField } from "./first-light/first-light.ts";
import { fourSeasons } from "./four-seasons/four-seasons.ts";
import { fromAbove } from "./from-above/from-above.ts";
import { engrave } from "./portraits/engrave.ts";
import { portraits } from "./portraits/people.ts";
import { postTemplates } from "./post-templates/post-templates.ts";
import { rootCellar } from "./root-cellar/root-cellar.ts";

const pageWidths = [768, 1080, 1440, 1920];
/** A phone shows the part with the house, the smallest of them in one round trip. */
const upright = { left: 595, widths: [340, 560, 720, 960] };
/** Of the day, the landing page brings the smallest along. */
const uprightByDay = { left: 595, widths: [560, 720, 960], carried: { width: 400, quality: 30 } };
const sectionWidths = [480, 768, 1080, 1440];

export const pictures: readonly Picture[] = [
  {
    name: "first-light",
    draw: firstLight,
    widths: pageWidths,
    upright: uprightByDay,
    fallbackWidth: 1080,
    quality: 42,
  },
  {
    name: "night-field",
    draw: nightField,
    widths: pageWidths,
    upright,
    fallbackWidth: 1080,
    quality: 42,
  },
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
  { name: "from-above", draw: fromAbove, widths: sectionWidths, fallbackWidth: 1080, quality: 42 },
  ...fourSeasons.map(({ name, draw }) => ({
    name: `season-${name}`,
    draw,
    widths: [360, 480, 720],
    fallbackWidth: 720,
    quality: 40,
  })),
  ...details.map((detail) => ({
    ...detail,
    widths: [240, 480, 640],
    fallbackWidth: 480,
    quality: 42,
  })),
  ...postTemplates.map((template) => ({
    ...template,
    widths: [360, 720],
    fallbackWidth: 480,
    quality: 48,
  })),
];
