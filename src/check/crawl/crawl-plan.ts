import { createHash } from "node:crypto";
import { distinctPages, pageKey } from "../engine/page-key.ts";
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
/**
 * Depths before the pages: 0 the home page, 1 files of the site, 2 and 3 sitemaps of an index and of
 * the indexes that it lists. Deeper indexes are not read.
 */
const firstPageDepth = 4;

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
    const asked = keysOf(parts);
    const pages = parts.filter(({ kind }) => kind === "page").length;
    const isSampled = pages >= pageLimit && [...known.keys].some((key) => !asked.has(key));
    const isCounted = known.count > known.keys.size;
    const isUnread = parts.some(({ found }) =>
      found.sitemaps.some((one) => !asked.has(pageKey(one))),
    );
    return { parts: [], depth: next, isSampled: isSampled || isCounted || isUnread, ...ended };
  }
}

function partsOfDepth(planning: Planning, depth: number): readonly PlannedPart[] {
  if (depth === 1) return filesOfSite(planning);
  if (depth < firstPageDepth) return sitemapsOfIndex(planning, depth);
  return pagesOfDepth(planning, depth);
}

function filesOfSite({ crawlId, origin, parts }: Planning): PlannedPart[] {
  // The part of the home page has the sitemaps that robots.txt names.
  const own = parts[0]?.found.sitemaps ?? [];
  const missing = createHash("sha256").update(crawlId).digest("hex").slice(0, 12);
  const url = new URL(origin);
  const files: [PartKind, string][] = [
    ...(own.length === 0 ? [`${origin}/sitemap.xml`] : evenly(own, mostSitemaps)).map(
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

function sitemapsOfIndex({ parts }: Planning, depth: number): PlannedPart[] {
  const known = keysOf(parts);
  // Sitemaps that no depth has room for stay out of the crawl, instead of taking the places of the
  // next depth.
  const named = parts.flatMap((part) => (part.depth === depth - 1 ? part.found.sitemaps : []));
  const fresh = distinctPages(named).filter((address) => !known.has(pageKey(address)));
  return evenly(fresh, mostSitemaps).map((address) => ({
    kind: "sitemap",
    address,
    depth,
    isListed: false,
  }));
}

function pagesOfDepth({ parts, pageLimit, seeds }: Planning, depth: number): PlannedPart[] {
  const places = pageLimit - parts.filter(({ kind }) => kind === "page").length;
  if (places <= 0) return [];
  const asked = keysOf(parts);
  const fresh = (addresses: readonly string[], earlier: readonly string[] = []) => {
    const taken = new Set(earlier.map(pageKey));
    return distinctPages(addresses).filter((address) => {
      const key = pageKey(address);
      return !asked.has(key) && !taken.has(key);
    });
  };
  const listed = parts.flatMap(({ kind, found }) => (kind === "sitemap" ? found.pages : []));
  const listedByKey = new Map(distinctPages(listed).map((address) => [pageKey(address), address]));
  const linkedFrom = (from: number) =>
    parts.flatMap((part) => (part.kind === "page" && part.depth === from ? part.found.pages : []));
  let chosen: string[];
  if (depth === firstPageDepth) {
    const earlier = fresh(seeds).slice(0, places);
    const left = places - earlier.length;
    const linked = fresh(linkedFrom(0), earlier);
    const others = fresh(listed, [...earlier, ...linked]);
    const fromLinks = Math.max(Math.ceil(left / 2), left - others.length);
    const links = linked.slice(0, fromLinks);
    chosen = [...earlier, ...links, ...evenly(others, left - links.length)];
  } else {
    chosen = fresh(linkedFrom(depth - 1)).slice(0, places);
  }
  return chosen.map((address) => {
    // A redirect counts against the sitemap only if the sitemap itself lists that address.
    const inSitemap = listedByKey.get(pageKey(address));
    return {
      kind: "page",
      address: inSitemap ?? address,
      depth,
      isListed: inSitemap !== undefined,
    };
  });
}

/** At most `most` items at even distances. */
export function evenly<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: Math.max(0, most) }, (_, nth) => {
    const at = Math.floor((nth * items.length) / most);
    return items.slice(at, at + 1);
  }).flat();
}

function keysOf(parts: readonly KnownPart[]): Set<string> {
  return new Set(
    parts.flatMap(({ address, finalAddress }) =>
      [address, finalAddress].filter(Boolean).map(pageKey),
    ),
  );
}

function knownPages({ parts }: Planning) {
  const keys = new Set(
    parts
      .flatMap(({ kind, address, found }) =>
        kind === "page" ? [address, ...found.pages] : kind === "sitemap" ? found.pages : [],
      )
      .map(pageKey),
  );
  const listed = parts.reduce(
    (sum, { kind, found }) => (kind === "sitemap" ? sum + found.count : sum),
    0,
  );
  return { keys, count: Math.max(keys.size, listed) };
}
