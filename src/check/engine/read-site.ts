import { getDomain } from "tldts";
import type { LateFact } from "./check.ts";
import { type Facts, hasAnswered, isOk } from "./facts.ts";
import {
  mostLinks,
  type PageElement,
  type ReadPage,
  readPage,
  resolveAddress,
} from "./read-page.ts";
import { type ReadSitemap, readSitemap } from "./read-sitemap.ts";
import { type RobotsRules, robotsOfStatus } from "./robots.ts";

/** A site's facts, parsed once for all checks. */
export interface ReadSite {
  readonly facts: Facts;
  readonly page: ReadPage;
  /** Null when robots.txt gave no answer. */
  readonly robots: RobotsRules | null;
  readonly sitemap: ReadSitemap | null;
  /** Links that a crawler follows, in the order of the source. */
  readonly links: readonly PageLink[];
  has(fact: LateFact): boolean;
}

interface PageLink {
  readonly address: string;
  readonly isInternal: boolean;
  readonly element: PageElement;
}

export function readSite(facts: Facts): ReadSite {
  const page = readPage(facts.page);
  const robots = hasAnswered(facts.robots)
    ? robotsOfStatus(facts.robots.status, facts.robots.body)
    : null;
  return {
    facts,
    page,
    robots: robots === "unreachable" ? null : robots,
    sitemap: isOk(facts.sitemap) ? readSitemap(facts.sitemap) : null,
    links: linksOf(page),
    has: (fact) => facts[fact] !== undefined,
  };
}

function linksOf(page: ReadPage): PageLink[] {
  return page
    .all("a")
    .filter(({ isInert }) => !isInert)
    .slice(0, mostLinks)
    .flatMap((element) => {
      const href = element.attributes.get("href");
      const address = href === undefined ? null : resolveAddress(href, page.base);
      if (address === null) return [];
      return [{ address, isInternal: isSameSite(address, page.address), element }];
    });
}

/** Whether two addresses belong to one registered domain, such as example.co.uk. */
function isSameSite(one: string, other: string): boolean {
  const [first, second] = [siteOf(one), siteOf(other)];
  return first !== null && first === second;
}

const siteCache = new Map<string, string | null>();

function siteOf(address: string): string | null {
  const host = URL.parse(address)?.hostname ?? "";
  const known = siteCache.get(host);
  if (known !== undefined) return known;
  if (siteCache.size > 1000) siteCache.clear();
  const site = getDomain(host, { allowPrivateDomains: true }) ?? (host === "" ? null : host);
  siteCache.set(host, site);
  return site;
}
