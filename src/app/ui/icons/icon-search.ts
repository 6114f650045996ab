// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconSearch = drawnIcon("outline", [
  ["path", { d: "M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0" }],
  ["path", { d: "M21 21l-6 -6" }],
]);
