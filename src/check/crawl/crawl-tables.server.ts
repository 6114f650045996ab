import type { Selectable } from "kysely";
import type { LeaseColumns } from "#platform/leases.ts";

/**
 * "waiting" until the site has answered for the first time; "reading" when all pages are stored and
 * the checks run. "unreachable" and "refused" are final, and `sentence` gives the reason.
 */
export type CrawlState = "waiting" | "crawling" | "reading" | "done" | "unreachable" | "refused";

/** Why a crawl has no result; "" while it has a result or may still get a result. */
export type CrawlReason = "" | "unreachable" | "robots" | "password" | "address";

interface SiteCrawlsTable {
  id: string;
  /** The website as a person typed it. */
  website: string;
  /** An earlier crawl whose pages are requested again, so that the two crawls can be compared. */
  seed_id: string | null;
  page_limit: number;
  state: CrawlState;
  reason: CrawlReason;
  /** Sentence that says what happened and what to do; "" for a crawl without a problem. */
  sentence: string;
  /** Scheme and host of the home page after redirects; "" before the first answer. */
  origin: string;
  /** Packed `SiteFacts`; null before the first answer. */
  site_facts: Uint8Array | null;
  /** Depth of the parts that were planned last. The crawl plans its parts depth by depth. */
  depth: number;
  engine_version: number;
  /** Number of page addresses that the sitemap and the links name. */
  known_count: number;
  page_count: number;
  asked_count: number;
  read_count: number;
  /** 1 when the site has more pages than `page_limit`. */
  is_sampled: number;
  /** JSON of the number of pages with each finding; "" before the crawl is done. */
  counts: string;
  /** Number of attempts that ended without an answer from the site. */
  failed_attempts: number;
  requested_at: number;
  finished_at: number | null;
}

const partKinds = [
  "start",
  "page",
  "sitemap",
  "plainHttp",
  "otherHost",
  "missingPage",
  "llms",
] as const;
export type PartKind = (typeof partKinds)[number];

/** One address that a crawl requests. */
interface SiteCrawlPartsTable extends LeaseColumns {
  crawl_id: string;
  /** Counts from 0 in the order of planning, which stays the same when a crawl is interrupted. */
  position: number;
  kind: PartKind;
  address: string;
  depth: number;
  /** 1 for a page that the sitemap lists. */
  is_listed: number;
  /**
   * "open": to be fetched. "unread": fetched, but not read by the checks yet. "failed": no answer.
   */
  state: "open" | "unread" | "stored" | "failed";
  status: number;
  /** The address that answered, after redirects. */
  final_address: string;
  /** JSON of the redirects. */
  hops: string;
  /** Sentence of an exchange without a response; "" otherwise. */
  failure: string;
  /** 1 for a web page that answered with status 200 at its own address. */
  is_page: number;
  /** JSON of `FoundAddresses`; "" when no address was found. */
  found: string;
  /** Packed `FetchedResponse`; null without a response, and after the response's retention. */
  response: Uint8Array | null;
  engine_version: number;
  /** JSON of `StoredOutcomes`; "" before the checks have run. */
  outcomes: string;
}

/** Rate limit of the requests to a site: the time from which the next request may begin. */
interface SiteCrawlTurnsTable {
  site: string;
  free_at: number;
}

export type CrawlRow = Selectable<SiteCrawlsTable>;
export type PartRow = Selectable<SiteCrawlPartsTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    site_crawls: SiteCrawlsTable;
    site_crawl_parts: SiteCrawlPartsTable;
    site_crawl_turns: SiteCrawlTurnsTable;
  }
}
