import { defaultAddresses, type ListingBlock, listings } from "../content/addresses/listings.ts";

import type { ValuesOf } from "../content/model/define.ts";
import { isSwitchedOn } from "../content/model/is-switched-on.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { brandChoices, type DrawnBrand } from "./drawn-choices.ts";

export type PublicPage = keyof typeof listings;

export const publicPageNames = Object.keys(listings) as PublicPage[];

export type Listing = ValuesOf<ListingBlock["fields"]> & {
  readonly pageAddress?: string;
  /** Only of pages whose sections can be changed. */
  readonly pageSections?: string;
};

/** The owner's search listing of a page, or the default. */
export function listingOf(site: SiteContent, page: PublicPage): Listing {
  const written: Record<PublicPage, Listing | undefined> = {
    home: site.listingHome,
    service: site.listingService,
    pricing: site.listingPricing,
    contact: site.listingContact,
    check: site.listingCheck,
    articles: site.listingArticles,
    sampleMonth: site.listingSampleMonth,
    sampleDelivery: site.listingSampleDelivery,
    sampleCheck: site.listingSampleCheck,
    privacy: site.listingPrivacy,
    terms: site.listingTerms,
    refunds: site.listingRefunds,
  };
  const listing = written[page] ?? listings[page].seed[0];
  if (listing === undefined) throw new Error(`The page ${page} has no listing.`);
  return listing;
}

/** Canonical path of a page. */
export function addressOf(site: SiteContent, page: PublicPage): string {
  return listingOf(site, page).pageAddress || defaultAddresses[page];
}

const legalBlocks = { privacy: "privacyPolicy", terms: "terms", refunds: "refundPolicy" } as const;

export type LegalPage = keyof typeof legalBlocks;

export const legalPageNames = Object.keys(legalBlocks) as LegalPage[];

/** The text of a legal page; undefined for other pages, and while the legal page has no text. */
export function legalTextOf(site: SiteContent, page: PublicPage) {
  return page in legalBlocks ? site[legalBlocks[page as LegalPage]] : undefined;
}

export type SamplePage = Extract<PublicPage, `sample${string}`>;

/** Names of the samples, for links to their pages. */
export const sampleTitles: Readonly<Record<SamplePage, string>> = {
  sampleCheck: "Sample check result",
  sampleDelivery: "Sample delivery",
  sampleMonth: "Sample month report",
};

export const samplePageNames = Object.keys(sampleTitles) as SamplePage[];

/**
 * False for a legal page without text, for a check and samples that are switched off, and for the
 * list of articles while there is none, because their pages return 404.
 */
export function isThere(site: SiteContent, page: PublicPage): boolean {
  if (page === "articles") return site.hasArticles;
  if (page === "check") return isSwitchedOn(site.seoCheck);
  if (page === "sampleCheck" && !isSwitchedOn(site.seoCheck)) return false;
  if (page in sampleTitles) return isSwitchedOn(site.samples);
  return !(page in legalBlocks) || legalTextOf(site, page) !== undefined;
}

/**
 * False for a page without content: a page that is not there, and the pricing page without plans.
 * Menus and lists of pages do not name such a page.
 */
export function hasContent(site: SiteContent, page: PublicPage): boolean {
  return isThere(site, page) && (page !== "pricing" || site.pricingPackages.length > 0);
}

export function absolute(origin: string, address: string): string {
  return new URL(address, origin).href;
}

/** Name of an own page in the path of its share picture. */
export function ownShareName(id: string): string {
  return `own-${id}`;
}

/**
 * Path of a page's generated share picture. A new title, name or look gives a new path, so that no cache still
 * sends the old picture.
 */
export function drawnSharePicture(
  page: string,
  { listingTitle }: Pick<Listing, "listingTitle">,
  businessName: string,
  brand: DrawnBrand,
): string {
  const mark = markOf(`${businessName}\n${listingTitle}\n${brandChoices(brand)}`);
  return `/share/${page}-${mark}.png`;
}

/**
 * Short hash of a text for a URL (FNV-1a), not cryptographic: only caches of browsers depend on the
 * hash.
 */
export function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(36);
}
