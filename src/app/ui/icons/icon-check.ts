// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconCheck = drawnIcon("outline", [["path", { d: "M5 12l5 5l10 -10" }]]);
