// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconArrowBackUp = drawnIcon("outline", [
  ["path", { d: "M9 14l-4 -4l4 -4" }],
  ["path", { d: "M5 10h11a4 4 0 1 1 0 8h-1" }],
]);
