import type { Place } from "./check.ts";
import { headersOf } from "./facts.ts";
import type { PageElement, ReadPage } from "./read-page.ts";
import type { ReadSite } from "./read-site.ts";

export interface Canonical {
  /** Null for an address that is not valid. */
  readonly address: string | null;
  readonly place: Place;
}

/** Links with rel=canonical, including links that the parser put into the body. */
export function canonicalElements(page: ReadPage): readonly PageElement[] {
  return page
    .all("link")
    .filter(({ attributes, isInert }) => !isInert && relOf(attributes).includes("canonical"));
}

function relOf(attributes: ReadonlyMap<string, string>): string[] {
  return (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
}

/** The canonical addresses that search engines use: those in the head and in the Link header. */
export function canonicalsOf({ page, facts }: ReadSite): readonly Canonical[] {
  const inHead = canonicalElements(page)
    .filter(({ isInHead }) => isInHead)
    .map(({ attributes, place }) => ({
      address: absolute(attributes.get("href") ?? "", page.base),
      place,
    }));
  const inHeaders = headersOf(facts.page, "link").flatMap((header) =>
    [...header.matchAll(/<([^>]*)>([^<]*)/g)].flatMap(([, href = "", parameters = ""]) =>
      /;\s*rel\s*=\s*"?[^";]*\bcanonical\b/i.test(parameters)
        ? [
            {
              address: absolute(href, page.address),
              place: { address: page.address, snippet: `Link: ${header}` },
            },
          ]
        : [],
    ),
  );
  return [...inHead, ...inHeaders];
}

function absolute(href: string, base: string): string | null {
  const url = href.trim() === "" ? null : URL.parse(href.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return url.href;
}
