// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconDots = drawnIcon("outline", [
  ["path", { d: "M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0" }],
  ["path", { d: "M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0" }],
  ["path", { d: "M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0" }],
]);
