// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconPackage = drawnIcon("outline", [
  ["path", { d: "M12 3l8 4.5l0 9l-8 4.5l-8 -4.5l0 -9l8 -4.5" }],
  ["path", { d: "M12 12l8 -4.5" }],
  ["path", { d: "M12 12l0 9" }],
  ["path", { d: "M12 12l-8 -4.5" }],
  ["path", { d: "M16 5.25l-8 4.5" }],
]);
