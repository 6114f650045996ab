import { defaultAddresses } from "../content/addresses/default-addresses.ts";
import { listings } from "../content/addresses/listings.ts";
import type { ListingBlock } from "../content/addresses/search-listing.ts";
import type { ValuesOf } from "../content/model/define.ts";
import type { SiteContent } from "../content/model/site-content.ts";

/** Every page that people may find by search. */
export type PublicPage = keyof typeof listings;

export const publicPageNames = Object.keys(listings) as PublicPage[];

export type Listing = ValuesOf<ListingBlock["fields"]> & { readonly pageAddress?: string };

/** How a page presents itself: in the owner's words, or as a fresh installation says it. */
export function listingOf(site: SiteContent, page: PublicPage): Listing {
  const written: Record<PublicPage, Listing | undefined> = {
    home: site.listingHome,
    service: site.listingService,
    pricing: site.listingPricing,
    contact: site.listingContact,
    privacy: site.listingPrivacy,
    terms: site.listingTerms,
    refunds: site.listingRefunds,
  };
  const listing = written[page] ?? listings[page].seed[0];
  if (listing === undefined) throw new Error(`The page ${page} has no listing.`);
  return listing;
}

/** The one address that a page is known by. */
export function addressOf(site: SiteContent, page: PublicPage): string {
  return listingOf(site, page).pageAddress || defaultAddresses[page];
}

/** Whether there is anything to read there: a legal page without a text is not found. */
export function isThere(site: SiteContent, page: PublicPage): boolean {
  if (page === "privacy") return site.privacyPolicy !== undefined;
  if (page === "terms") return site.terms !== undefined;
  if (page === "refunds") return site.refundPolicy !== undefined;
  return true;
}

/** A picture or a page as others have to name it, with the site's origin. */
export function absolute(origin: string, address: string): string {
  return new URL(address, origin).href;
}

/** The address of the picture that is drawn for a page; another title, another address. */
export function drawnSharePicture(page: PublicPage, { listingTitle }: Listing): string {
  return `/share/${page}-${markOf(listingTitle)}.png`;
}

/** Tells texts apart in an address. FNV-1a; nothing rests on it but a browser's cache. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(36);
}
