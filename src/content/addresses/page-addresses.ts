import { isSameAddress, pathOf } from "./address-spelling.ts";
import { defaultAddresses, movableListings } from "./listings.ts";

export type MovablePage = keyof typeof movableListings;

export const movablePages = Object.keys(movableListings) as MovablePage[];

/** The present address of each page. */
export type PageAddresses = ReadonlyMap<MovablePage, string>;

/** Addresses from the search listings; the default address for a page without a listing. */
export function pageAddresses(
  listingOf: (page: MovablePage) => Readonly<Record<string, string>> | null | undefined,
): PageAddresses {
  return new Map(
    movablePages.map((page) => [page, listingOf(page)?.pageAddress || defaultAddresses[page]]),
  );
}

/** The page at an address. */
export function pageAt(addresses: PageAddresses, path: string): MovablePage | undefined {
  return movablePages.find((page) => isSameAddress(addresses.get(page) ?? "", path));
}

/** The page whose default address this is, also after the page was moved. */
export function pageByDefaultAt(path: string): MovablePage | undefined {
  return movablePages.find((page) => isSameAddress(defaultAddresses[page], path));
}

/** Replaces a page's default address in a link by its present one; other links stay as they are. */
export function presentLink(addresses: PageAddresses, link: string): string {
  if (!link.startsWith("/")) return link;
  const path = pathOf(link);
  const page = pageByDefaultAt(path);
  const present = page === undefined ? path : (addresses.get(page) ?? path);
  return isSameAddress(present, path) ? link : `${present}${link.slice(path.length)}`;
}
