// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconChevronDown = drawnIcon("outline", [["path", { d: "M6 9l6 6l6 -6" }]]);
