// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconMailX = drawnIcon("outline", [
  ["path", { d: "M13.5 19h-8.5a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v6" }],
  ["path", { d: "M3 7l9 6l9 -6" }],
  ["path", { d: "M22 22l-5 -5" }],
  ["path", { d: "M17 22l5 -5" }],
]);
