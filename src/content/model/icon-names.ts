/**
 * Names of the icons in `app/ui/drawings/icon.tsx`. Records store these names, so no name may be
 * removed after a release.
 */
export const iconNames = [
  "almanac",
  "barn",
  "basket",
  "bee",
  "compass",
  "field",
  "furrow",
  "gate",
  "leaf",
  "mill",
  "plough",
  "rain",
  "roots",
  "scarecrow",
  "scythe",
  "seed",
  "signpost",
  "sprout",
  "sun",
  "tractor",
  "watering-can",
  "wheat",
] as const;

export type IconName = (typeof iconNames)[number];
