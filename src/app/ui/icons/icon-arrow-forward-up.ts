// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconArrowForwardUp = drawnIcon("outline", [
  ["path", { d: "M15 14l4 -4l-4 -4" }],
  ["path", { d: "M19 10h-11a4 4 0 1 0 0 8h1" }],
]);
