/**
 * The icons of the set, drawn in `app/ui/drawings/icon.tsx`. Content refers to icons by these
 * names, so no name is removed after a release.
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
