// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconChevronRight = drawnIcon("outline", [["path", { d: "M9 6l6 6l-6 6" }]]);
