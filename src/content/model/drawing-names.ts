/**
 * Names of the drawings in `app/ui/drawings/packet-plants.tsx`. Plans store these names, so no name
 * may be removed after a release.
 */
export const drawingNames = [
  "radishes",
  "wheat",
  "sunflower",
  "carrots",
  "peas",
  "pumpkin",
  "tomatoes",
  "poppies",
  "beetroot",
  "corn",
] as const;

export type DrawingName = (typeof drawingNames)[number];
