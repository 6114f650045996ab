// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconChevronLeft = drawnIcon("outline", [["path", { d: "M15 6l-6 6l6 6" }]]);
