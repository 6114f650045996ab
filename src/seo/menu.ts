import { isSameAddress, pathOf } from "../content/addresses/address-spelling.ts";
import { defaultAddresses } from "../content/addresses/listings.ts";
import { belowEntry, footerMenu, headerMenu, type MenuEntry } from "../content/blocks/menus.ts";
import type { SiteContent } from "../content/model/site-content.ts";
import { hasSection } from "./page-anchors.ts";
import { addressOf, hasContent, type PublicPage, publicPageNames } from "./public-pages.ts";

interface MenuLink {
  readonly id: string;
  readonly label: string;
  readonly href: string;
}

export interface MenuPlace {
  readonly id: string;
  readonly label: string;
  /** Null for an entry that only names the entries below it. */
  readonly href: string | null;
  readonly below: readonly MenuLink[];
}

const menus = { header: headerMenu, footer: footerMenu } as const;

export type MenuName = keyof typeof menus;

/**
 * What a menu shows: entries whose page or section is on the site, each with those below it. A menu
 * without any entry is the one that the site came with.
 */
export function menuOf(site: SiteContent, name: MenuName): MenuPlace[] {
  const stored: readonly MenuEntry[] = site[`${name}Menu`];
  const original = menus[name].seed.map((entry) => ({ _id: entry.leadsTo, ...entry }));
  const places: (Omit<MenuPlace, "below"> & { below: MenuLink[] })[] = [];
  for (const { _id: id, entryLabel: label, leadsTo, entryPlace } of stored.length > 0
    ? stored
    : original) {
    const href = livingLink(site, leadsTo);
    const over = entryPlace === belowEntry ? places.at(-1) : undefined;
    if (over === undefined) places.push({ id, label, href, below: [] });
    else if (href !== null) over.below.push({ id, label, href });
  }
  return places.filter(({ href, below }) => href !== null || below.length > 0);
}

/** Where an entry leads at the moment; null while its page or section is not on the site. */
function livingLink(site: SiteContent, link: string): string | null {
  if (link === "" || link.startsWith("page:")) return null;
  if (!link.startsWith("/")) return link;
  const page = pageAt(site, pathOf(link));
  if (page === undefined) return link;
  const anchor = link.split("#")[1];
  if (anchor !== undefined && !hasSection(site, page, anchor)) {
    // The contact page has the form of the section on the landing page.
    return page === "home" && anchor === "contact-sec" ? addressOf(site, "contact") : null;
  }
  if (!hasContent(site, page)) return null;
  return isSameAddress(addressOf(site, page), pathOf(link))
    ? link
    : `${addressOf(site, page)}${link.slice(pathOf(link).length)}`;
}

function pageAt(site: SiteContent, path: string): PublicPage | undefined {
  const isAt = (address: string) => isSameAddress(address, path);
  return (
    publicPageNames.find((page) => isAt(addressOf(site, page))) ??
    publicPageNames.find((page) => isAt(defaultAddresses[page]))
  );
}
