import { isSameAddress, pathOf } from "./address-spelling.ts";
import { defaultAddresses, movableListings } from "./listings.ts";

export type MovablePage = keyof typeof movableListings;

export const movablePages = Object.keys(movableListings) as MovablePage[];

/** Where each page is. */
export type PageAddresses = ReadonlyMap<MovablePage, string>;

/** By what the listing of each page says, where there is one. */
export function pageAddresses(
  listingOf: (page: MovablePage) => Readonly<Record<string, string>> | null | undefined,
): PageAddresses {
  return new Map(
    movablePages.map((page) => [page, listingOf(page)?.pageAddress || defaultAddresses[page]]),
  );
}

/** Which page is at an address. */
export function pageAt(addresses: PageAddresses, path: string): MovablePage | undefined {
  return movablePages.find((page) => isSameAddress(addresses.get(page) ?? "", path));
}

/** Which page an address is the default of, wherever the page is. */
export function pageByDefaultAt(path: string): MovablePage | undefined {
  return movablePages.find((page) => isSameAddress(defaultAddresses[page], path));
}

/** A link to a page's default address as one to where the page is; any other as it is. */
export function presentLink(addresses: PageAddresses, link: string): string {
  if (!link.startsWith("/")) return link;
  const path = pathOf(link);
  const page = pageByDefaultAt(path);
  const present = page === undefined ? path : (addresses.get(page) ?? path);
  return isSameAddress(present, path) ? link : `${present}${link.slice(path.length)}`;
}
