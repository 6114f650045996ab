// Tabler Icons 3.51.0, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const IconBrowser = drawnIcon("outline", [
  ["path", { d: "M4 8h16" }],
  [
    "path",
    { d: "M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12" },
  ],
  ["path", { d: "M8 4v4" }],
]);
