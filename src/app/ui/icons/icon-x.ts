// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconX = drawnIcon("outline", [
  ["path", { d: "M18 6l-12 12" }],
  ["path", { d: "M6 6l12 12" }],
]);
