import { demonstrationName } from "#platform/business.ts";
import type { Logo } from "../blocks/logo.ts";

/** Logo with the name of the demonstration. */
export const demonstrationLogo = "/pictures/furrow-logo.svg";

/**
 * True for a site without a logo of its own: the name of the business then stands in place of the
 * logo. The demonstration logo contains the demonstration's name and a drawing of its farm;
 * `suitsDrawing` says whether that can be shown.
 */
export function showsWordmark(
  logo: Logo | undefined,
  name: string,
  suitsDrawing: boolean,
): boolean {
  if (logo === undefined) return true;
  return logo.logo === demonstrationLogo && (name !== demonstrationName || !suitsDrawing);
}
