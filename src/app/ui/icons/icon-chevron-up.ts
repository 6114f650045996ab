// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconChevronUp = drawnIcon("outline", [["path", { d: "M6 15l6 -6l6 6" }]]);
