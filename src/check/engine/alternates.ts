import type { Place } from "./check.ts";
import { type ReadPage, resolveAddress } from "./read-page.ts";

export interface Alternate {
  /** As written, in lower case. */
  readonly code: string;
  readonly address: string | null;
  readonly place: Place;
}

/** The versions of a page in other languages, as its head names them. */
export function alternatesOf(page: ReadPage): Alternate[] {
  return page
    .all("link")
    .filter(
      ({ attributes, isInHead }) =>
        isInHead &&
        /\balternate\b/i.test(attributes.get("rel") ?? "") &&
        attributes.has("hreflang"),
    )
    .map(({ attributes, place }) => ({
      code: (attributes.get("hreflang") ?? "").trim().toLowerCase(),
      address: resolveAddress(attributes.get("href") ?? "", page.base),
      place,
    }));
}
