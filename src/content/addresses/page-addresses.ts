import { targetedPage } from "../model/links.ts";
import { isSameAddress, pathOf } from "./address-spelling.ts";
import { defaultAddresses, movableListings } from "./listings.ts";

export type MovablePage = keyof typeof movableListings;

export const movablePages = Object.keys(movableListings) as MovablePage[];

export type PageAddresses = ReadonlyMap<MovablePage, string>;

/**
 * Reads addresses from the search listings. A page whose listing has no address is at its default
 * address.
 */
export function pageAddresses(
  listingOf: (page: MovablePage) => Readonly<Record<string, string>> | null | undefined,
): PageAddresses {
  return new Map(
    movablePages.map((page) => [page, listingOf(page)?.pageAddress || defaultAddresses[page]]),
  );
}

export function pageAt(addresses: PageAddresses, path: string): MovablePage | undefined {
  return movablePages.find((page) => isSameAddress(addresses.get(page) ?? "", path));
}

export function pageByDefaultAt(path: string): MovablePage | undefined {
  return movablePages.find((page) => isSameAddress(defaultAddresses[page], path));
}

/** Addresses of published own pages and articles, by the id of the record. */
export type OwnAddresses = ReadonlyMap<string, string>;

/**
 * Replaces the default address of a moved page in a link by the page's present address, and keeps
 * query and fragment. A link to the record of an own page becomes the address of the page, or "" when
 * the page is gone. Other links stay unchanged.
 */
export function presentLink(
  addresses: PageAddresses,
  link: string,
  ownAddresses: OwnAddresses,
): string {
  const target = targetedPage(link);
  if (target !== undefined) {
    const address = ownAddresses.get(target.id);
    return address === undefined ? "" : `${address}${target.fragment}`;
  }
  if (!link.startsWith("/")) return link;
  const path = pathOf(link);
  const page = pageByDefaultAt(path);
  const present = page === undefined ? path : (addresses.get(page) ?? path);
  return isSameAddress(present, path) ? link : `${present}${link.slice(path.length)}`;
}
