// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconSeparatorHorizontal = drawnIcon("outline", [
  ["path", { d: "M4 12l16 0" }],
  ["path", { d: "M8 8l4 -4l4 4" }],
  ["path", { d: "M16 16l-4 4l-4 -4" }],
]);
