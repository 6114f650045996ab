// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconPlus = drawnIcon("outline", [
  ["path", { d: "M12 5l0 14" }],
  ["path", { d: "M5 12l14 0" }],
]);
