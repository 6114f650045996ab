import { type Exchange, type FetchedResponse, hasAnswered } from "../engine/facts.ts";
import { distinctPages, normalAddress } from "../engine/page-key.ts";
import { readSitemap } from "../engine/read-sitemap.ts";
import { resolveAddress } from "../engine/resolve-address.ts";
import { decideRobots, type RobotsRules, robotsOfStatus } from "../engine/robots.ts";
import { productToken } from "../engine/robots-status.ts";
import { evenly, type FoundAddresses } from "./crawl-plan.ts";

interface OfSite {
  /** Origin of the crawled site. */
  readonly origin: string;
  readonly robots: Exchange;
}

export type AddressSource =
  | (OfSite & { readonly links: readonly string[]; readonly isHome: boolean })
  | (OfSite & { readonly sitemap: FetchedResponse });

const mostListed = 2000;
const longestAddress = 500;
const mostSitemaps = 100;

/** The addresses of the site among links or in a sitemap, without those that robots.txt forbids. */
export function foundAddresses(source: AddressSource): FoundAddresses {
  const { origin } = source;
  const rules = rulesOf(source.robots);
  if ("links" in source) {
    const pages = pagesAmong(source.links, origin, rules);
    const sitemaps = source.isHome ? ownSitemaps(rules.sitemaps, origin) : [];
    return { pages, sitemaps, count: pages.length };
  }
  const { kind, addresses } = readSitemap(source.sitemap);
  const own = addresses.map((address) => address.split("#", 1)[0] ?? "");
  if (kind === "sitemapindex") {
    return { pages: [], sitemaps: ownSitemaps(own, origin), count: 0 };
  }
  const pages = pagesAmong(distinctPages(own), origin, rules);
  return { pages: evenly(pages, mostListed), sitemaps: [], count: pages.length };
}

function rulesOf(robots: Exchange): RobotsRules {
  const rules = hasAnswered(robots) ? robotsOfStatus(robots.status, robots.body) : "unreachable";
  return rules === "unreachable" ? { groups: [], googleGroups: [], sitemaps: [] } : rules;
}

/** File name extensions of links that a crawl does not follow, because they lead to no web page. */
const nonPageExtension =
  /\.(?:avif|bmp|css|csv|docx?|epub|exe|gif|gz|ico|ics|jpe?g|js|json|mp[34]|mpe?g|mov|ogg|pdf|png|pptx?|rar|rss|svg|tar|tiff?|txt|wav|web[mp]|woff2?|xlsx?|xml|zip)$/i;

function pagesAmong(addresses: readonly string[], origin: string, rules: RobotsRules): string[] {
  return addresses.filter((address) => {
    const url = URL.parse(normalAddress(address));
    if (url === null || url.origin !== origin || address.length > longestAddress) return false;
    if (nonPageExtension.test(url.pathname)) return false;
    const { pathname, search } = new URL(address);
    return decideRobots(rules, productToken, pathname + search).isAllowed;
  });
}

/**
 * Drops sitemaps on other origins, because this crawl has not read the robots.txt of those origins.
 */
function ownSitemaps(addresses: readonly string[], origin: string): string[] {
  // Some sites write only a path into robots.txt.
  const whole = addresses.flatMap(
    (address) => resolveAddress(address, `${origin}/robots.txt`) ?? [],
  );
  return distinctPages(whole)
    .filter((address) => URL.parse(normalAddress(address))?.origin === origin)
    .slice(0, mostSitemaps);
}
