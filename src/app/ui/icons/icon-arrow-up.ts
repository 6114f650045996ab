// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconArrowUp = drawnIcon("outline", [
  ["path", { d: "M12 5l0 14" }],
  ["path", { d: "M18 11l-6 -6" }],
  ["path", { d: "M6 11l6 -6" }],
]);
