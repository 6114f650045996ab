import { createHash } from "node:crypto";
import type { PartKind } from "./crawl-tables.server.ts";

/** Addresses in a response. Contains only addresses of the crawled site that robots.txt allows. */
export interface FoundAddresses {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
  /** Number of all page addresses in the response; `pages` may be a sample. */
  readonly count: number;
}

export const noAddresses: FoundAddresses = { pages: [], sitemaps: [], count: 0 };

export function foundIn({ found }: { readonly found: string }): FoundAddresses {
  return found === "" ? noAddresses : JSON.parse(found);
}

interface PlannedPart {
  readonly kind: PartKind;
  readonly address: string;
  readonly depth: number;
  readonly isListed: boolean;
}

interface KnownPart extends PlannedPart {
  readonly finalAddress: string;
  readonly found: FoundAddresses;
}

interface Planning {
  readonly crawlId: string;
  readonly origin: string;
  readonly pageLimit: number;
  /** Page addresses of an earlier crawl. */
  readonly seeds: readonly string[];
  /** Depth of the newest parts. All of them have ended. */
  readonly depth: number;
  /** All parts so far, in the order of planning. */
  readonly parts: readonly KnownPart[];
}

export interface Plan {
  /** Empty when the crawl has all its pages. */
  readonly parts: readonly PlannedPart[];
  readonly depth: number;
  readonly knownCount: number;
  readonly isSampled: boolean;
}

const mostSitemaps = 10;
/** Depths before the pages: 0 the home page, 1 files of the site, 2 sitemaps of an index. */
const firstPageDepth = 3;

/**
 * Plans the parts that a crawl requests next. The plan depends on the addresses found and never on
 * the sequence of the responses, so an interrupted crawl requests the same pages. A site with more
 * pages than the limit is sampled: links of the home page fill up to half of the places, and pages
 * of the sitemap, at even distances, fill the rest.
 */
export function planNext(planning: Planning): Plan {
  const { depth, parts, pageLimit } = planning;
  const known = knownPages(planning);
  const ended = { knownCount: known.count };
  for (let next = depth + 1; ; next += 1) {
    const planned = partsOfDepth(planning, next);
    if (planned.length > 0) {
      return { parts: planned, depth: next, isSampled: false, ...ended };
    }
    if (next <= firstPageDepth) continue;
    const asked = addressesOf(parts);
    const pages = parts.filter(({ kind }) => kind === "page").length;
    const isSampled = pages >= pageLimit && [...known.addresses].some((one) => !asked.has(one));
    const isCounted = known.count > known.addresses.size;
    return { parts: [], depth: next, isSampled: isSampled || isCounted, ...ended };
  }
}

function partsOfDepth(planning: Planning, depth: number): readonly PlannedPart[] {
  if (depth === 1) return filesOfSite(planning);
  if (depth === 2) return sitemapsOfIndex(planning);
  return pagesOfDepth(planning, depth);
}

function filesOfSite({ crawlId, origin, parts }: Planning): PlannedPart[] {
  // The part of the home page has the sitemaps that robots.txt names.
  const own = parts[0]?.found.sitemaps ?? [];
  const missing = createHash("sha256").update(crawlId).digest("hex").slice(0, 12);
  const url = new URL(origin);
  const files: [PartKind, string][] = [
    ...(own.length === 0 ? [`${origin}/sitemap.xml`] : own.slice(0, mostSitemaps)).map(
      (address): [PartKind, string] => ["sitemap", address],
    ),
    ["missingPage", `${origin}/furrow-check-${missing}`],
    ["llms", `${origin}/llms.txt`],
    ["otherHost", otherNameOf(url)],
  ];
  if (url.protocol === "https:") files.push(["plainHttp", `http://${url.host}/`]);
  return files.map(([kind, address]) => ({ kind, address, depth: 1, isListed: false }));
}

function otherNameOf(origin: URL): string {
  const other = new URL(origin);
  other.hostname = origin.hostname.startsWith("www.")
    ? origin.hostname.slice(4)
    : `www.${origin.hostname}`;
  return other.href;
}

function sitemapsOfIndex({ parts }: Planning): PlannedPart[] {
  const known = addressesOf(parts);
  const named = parts.flatMap(({ found }) => found.sitemaps);
  return [...new Set(named)]
    .filter((address) => !known.has(address))
    .slice(0, mostSitemaps)
    .map((address) => ({ kind: "sitemap", address, depth: 2, isListed: false }));
}

function pagesOfDepth({ parts, pageLimit, seeds }: Planning, depth: number): PlannedPart[] {
  const places = pageLimit - parts.filter(({ kind }) => kind === "page").length;
  if (places <= 0) return [];
  const asked = addressesOf(parts);
  const fresh = (addresses: readonly string[]) =>
    [...new Set(addresses)].filter((address) => !asked.has(address));
  const listed = parts.flatMap(({ kind, found }) => (kind === "sitemap" ? found.pages : []));
  const isListed = new Set(listed);
  const linkedFrom = (from: number) =>
    parts.flatMap((part) => (part.kind === "page" && part.depth === from ? part.found.pages : []));
  let chosen: string[];
  if (depth === firstPageDepth) {
    const earlier = fresh(seeds).slice(0, places);
    const left = places - earlier.length;
    const linked = fresh(linkedFrom(0)).filter((address) => !earlier.includes(address));
    const others = fresh(listed).filter(
      (address) => !earlier.includes(address) && !linked.includes(address),
    );
    const fromLinks = Math.max(Math.ceil(left / 2), left - others.length);
    const links = linked.slice(0, fromLinks);
    chosen = [...earlier, ...links, ...evenly(others, left - links.length)];
  } else {
    chosen = fresh(linkedFrom(depth - 1)).slice(0, places);
  }
  return chosen.map((address) => ({
    ...{ kind: "page", address, depth },
    isListed: isListed.has(address),
  }));
}

/** At most `most` items at even distances. */
export function evenly<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: Math.max(0, most) }, (_, nth) => {
    const at = Math.floor((nth * items.length) / most);
    return items.slice(at, at + 1);
  }).flat();
}

function addressesOf(parts: readonly KnownPart[]): Set<string> {
  return new Set(
    parts.flatMap(({ address, finalAddress }) => [address, finalAddress].filter(Boolean)),
  );
}

function knownPages({ parts }: Planning) {
  const addresses = new Set(
    parts.flatMap(({ kind, address, found }) =>
      kind === "page" ? [address, ...found.pages] : kind === "sitemap" ? found.pages : [],
    ),
  );
  const listed = parts.reduce(
    (sum, { kind, found }) => (kind === "sitemap" ? sum + found.count : sum),
    0,
  );
  return { addresses, count: Math.max(addresses.size, listed) };
}
