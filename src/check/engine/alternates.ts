import type { Place } from "./check.ts";
import { distinctPages, pageKey } from "./page-key.ts";
import type { ReadPage } from "./read-page.ts";
import { resolveAddress } from "./resolve-address.ts";

export interface Alternate {
  /** Language code from the page in lower case, not validated. */
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

/**
 * Maximum number of stored versions. A page with this many versions is not judged, because some of
 * its versions may be missing.
 */
const mostVersions = 300;

/** Addresses of the versions that a page names, at most `mostVersions`. */
export function versionsOf(page: ReadPage): readonly string[] {
  const addresses = alternatesOf(page).flatMap(({ address }) => address ?? []);
  return distinctPages(addresses).slice(0, mostVersions);
}

interface ReturnFault {
  readonly sentence: string;
  /** The version that does not name the page; null when the page does not name itself. */
  readonly version: string | null;
}

/**
 * Finds the first fault among the language versions of a page: every version must name the page,
 * and the page must name itself. `namedAt` returns the keys of the versions that the page with a
 * key names; null for a page that was not read.
 */
export function returnFault(
  page: string,
  versions: readonly string[],
  namedAt: (key: string) => ReadonlySet<string> | null,
): ReturnFault | null {
  if (versions.length === 0 || versions.length >= mostVersions) return null;
  const own = pageKey(page);
  const keyed = versions.map((version) => ({ version, key: pageKey(version) }));
  if (!keyed.some(({ key }) => key === own)) {
    const sentence = "Your page names versions in other languages, but not itself.";
    return { sentence, version: null };
  }
  for (const { version, key } of keyed) {
    const named = key === own ? null : namedAt(key);
    if (named === null || named.has(own) || named.size >= mostVersions) continue;
    return { sentence: `The version at ${version} does not name this page.`, version };
  }
  return null;
}
