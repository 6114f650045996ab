import { iconNames } from "#content/model/icon-names.ts";
import type { Line } from "./lines.ts";

export const iconHelp = `An icon may come first: “compass | title | text”. Icons: ${iconNames.join(", ")}.`;

/** A point with an optional icon as the first cell of its line. */
export function pointOf({ place, cells }: Line) {
  const [first = "", ...rest] = cells;
  const hasIcon = rest.length > 0 && iconNames.some((name) => name === first);
  const [title = "", ...details] = hasIcon ? rest : cells;
  return { place, icon: hasIcon ? first : "", title, details: details.join(" | ") };
}
