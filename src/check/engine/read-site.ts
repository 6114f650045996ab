import { getDomain } from "tldts";
import type { LateFact } from "./check.ts";
import { type Facts, hasAnswered, isOk } from "./facts.ts";
import { once } from "./once.ts";
import { pageKey } from "./page-key.ts";
import { mostLinks, type PageElement, type ReadPage, readPage } from "./read-page.ts";
import { type ReadSitemap, readSitemap } from "./read-sitemap.ts";
import { resolveAddress } from "./resolve-address.ts";
import { decideRobots, type RobotsDecision, robotsOfStatus } from "./robots.ts";

/**
 * A site's facts, parsed once for all checks. Each part is parsed when a check asks for it, so that
 * a fault of one parser ends only the checks that need the part.
 */
export interface ReadSite {
  readonly facts: Facts;
  readonly page: ReadPage;
  /** Null when robots.txt gave no answer. */
  readonly robots: ReadRobots | null;
  readonly sitemap: ReadSitemap | null;
  /** Links that a crawler follows, in the order of the source. */
  readonly links: readonly PageLink[];
  /** The page of the alternate; null without an answer. */
  readonly alternatePage: ReadPage | null;
  has(fact: LateFact): boolean;
}

interface ReadRobots {
  readonly sitemaps: readonly string[];
  /** Whether a crawler may read the page of the check. */
  decide(agent: string): RobotsDecision;
}

interface PageLink {
  readonly address: string;
  /** See `pageKey`. */
  readonly key: string;
  readonly isInternal: boolean;
  readonly element: PageElement;
}

export function readSite(facts: Facts): ReadSite {
  const page = once(() => readPage(facts.page));
  const robots = once(() => robotsOf(facts));
  const sitemap = once(() => (isOk(facts.sitemap) ? readSitemap(facts.sitemap) : null));
  const links = once(() => linksOf(page()));
  const alternatePage = once(() => (isOk(facts.alternate) ? readPage(facts.alternate) : null));
  return {
    facts,
    get page() {
      return page();
    },
    get robots() {
      return robots();
    },
    get sitemap() {
      return sitemap();
    },
    get links() {
      return links();
    },
    get alternatePage() {
      return alternatePage();
    },
    has: (fact) => facts[fact] !== undefined,
  };
}

function robotsOf({ robots, page }: Facts): ReadRobots | null {
  if (!hasAnswered(robots)) return null;
  const rules = robotsOfStatus(robots.status, robots.body);
  if (rules === "unreachable") return null;
  const { pathname, search } = new URL(page.address);
  return {
    get sitemaps() {
      return rules.sitemaps;
    },
    decide: (agent) => decideRobots(rules, agent, pathname + search),
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
      const isInternal = isSameSite(address, page.address);
      return [{ address, key: pageKey(address), isInternal, element }];
    });
}

/** Whether two addresses belong to one registered domain, such as example.co.uk. */
function isSameSite(one: string, other: string): boolean {
  const [first, second] = [siteOf(one), siteOf(other)];
  return first !== null && first === second;
}

const siteCache = new Map<string, string | null>();

function siteOf(address: string): string | null {
  // A name and the same name with a dot at its end are one site.
  const host = URL.parse(address)?.hostname.replace(/\.+$/, "") ?? "";
  const known = siteCache.get(host);
  if (known !== undefined) return known;
  if (siteCache.size > 1000) siteCache.clear();
  const site = getDomain(host, { allowPrivateDomains: true }) ?? (host === "" ? null : host);
  siteCache.set(host, site);
  return site;
}
