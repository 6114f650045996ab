import { type SiteContent, siteName } from "../content/model/site-content.ts";
import {
  absolute,
  addressOf,
  drawnSharePicture,
  isThere,
  listingOf,
  type PublicPage,
} from "./public-pages.ts";
import { structuredData } from "./structured-data.ts";

/** Elements of a page's head for search engines and social networks. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  /** Meta elements with a `property` (Open Graph): name and content. */
  readonly properties: readonly (readonly [name: string, content: string])[];
  /** Meta elements with a `name`: name and content. */
  readonly names: readonly (readonly [name: string, content: string])[];
  /** JSON-LD. */
  readonly data: object;
}

/** The head of a page; null for a legal page without text. `origin` is the site's. */
export function pageHead(site: SiteContent, page: PublicPage, origin: string): PageHead | null {
  if (!isThere(site, page)) return null;
  const listing = listingOf(site, page);
  const { listingTitle: title, listingDescription: description, sharePicture } = listing;
  const canonical = absolute(origin, addressOf(site, page));
  const isDrawn = sharePicture === "";
  const picture = absolute(origin, isDrawn ? drawnSharePicture(page, listing) : sharePicture);
  return {
    title,
    description,
    canonical,
    properties: [
      ["og:type", "website"],
      ["og:site_name", siteName],
      ["og:locale", "en_US"],
      ["og:title", title],
      ["og:description", description],
      ["og:url", canonical],
      ["og:image", picture],
      ["og:image:alt", title],
      ...(isDrawn
        ? ([
            ["og:image:width", "1200"],
            ["og:image:height", "630"],
          ] as const)
        : []),
    ],
    names: [
      ["twitter:card", "summary_large_image"],
      ["twitter:title", title],
      ["twitter:description", description],
      ["twitter:image", picture],
    ],
    data: structuredData(site, page, origin),
  };
}
