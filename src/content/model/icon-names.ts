/**
 * Names of the icons in `app/ui/drawings/icon.tsx`. Records store these names, so no name may be
 * removed after a release.
 */
export const iconNames = [
  "almanac",
  "barn",
  "basket",
  "bee",
  "calendar",
  "chart",
  "compass",
  "field",
  "furrow",
  "gate",
  "key",
  "leaf",
  "link",
  "list",
  "mill",
  "pen",
  "plough",
  "rain",
  "roots",
  "scarecrow",
  "scythe",
  "search",
  "seed",
  "signpost",
  "sprout",
  "sun",
  "tractor",
  "watering-can",
  "wheat",
  "wrench",
] as const;

export type IconName = (typeof iconNames)[number];
