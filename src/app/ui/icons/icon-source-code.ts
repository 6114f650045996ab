// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconSourceCode = drawnIcon("outline", [
  ["path", { d: "M14.5 4h2.5a3 3 0 0 1 3 3v10a3 3 0 0 1 -3 3h-10a3 3 0 0 1 -3 -3v-5" }],
  ["path", { d: "M6 5l-2 2l2 2" }],
  ["path", { d: "M10 9l2 -2l-2 -2" }],
]);
