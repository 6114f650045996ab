import { type Selectable, sql } from "kysely";
import { engineOf } from "#platform/database/database.ts";
import type { Migrations } from "#platform/database/migrations.ts";

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
interface SiteCrawlPartsTable {
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
  attempts: number;
  /**
   * Time from which a worker may claim the part; during a claim, the end of the lease. Null when
   * nothing is left to do.
   */
  next_at: number | null;
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
  next_at: number;
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

export const crawlMigrations: Migrations = {
  "0232-site-crawls": {
    async up(db) {
      const bytes = sql.raw(engineOf(db) === "postgres" ? "bytea" : "blob");
      await db.schema
        .createTable("site_crawls")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("website", "text", (column) => column.notNull())
        .addColumn("seed_id", "text")
        .addColumn("page_limit", "integer", (column) => column.notNull())
        .addColumn("state", "text", (column) => column.notNull())
        .addColumn("reason", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("sentence", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("origin", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("site_facts", bytes)
        .addColumn("depth", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("engine_version", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("known_count", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("page_count", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("asked_count", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("read_count", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("is_sampled", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("counts", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("failed_attempts", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("requested_at", "bigint", (column) => column.notNull())
        .addColumn("finished_at", "bigint")
        .execute();
      await db.schema
        .createTable("site_crawl_parts")
        .addColumn("crawl_id", "text", (column) =>
          column.notNull().references("site_crawls.id").onDelete("cascade"),
        )
        .addColumn("position", "integer", (column) => column.notNull())
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("address", "text", (column) => column.notNull())
        .addColumn("depth", "integer", (column) => column.notNull())
        .addColumn("is_listed", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("state", "text", (column) => column.notNull())
        .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("next_at", "bigint")
        .addColumn("status", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("final_address", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("hops", "text", (column) => column.notNull().defaultTo("[]"))
        .addColumn("failure", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("is_page", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("found", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("response", bytes)
        .addColumn("engine_version", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("outcomes", "text", (column) => column.notNull().defaultTo(""))
        .addPrimaryKeyConstraint("site_crawl_parts_key", ["crawl_id", "position"])
        .execute();
      await db.schema
        .createTable("site_crawl_turns")
        .addColumn("site", "text", (column) => column.primaryKey().notNull())
        .addColumn("next_at", "bigint", (column) => column.notNull())
        .execute();
      const indexes = [
        `site_crawl_parts_due on site_crawl_parts (next_at, crawl_id, position)
          where next_at is not null`,
        "site_crawls_by_engine on site_crawls (engine_version, id) where finished_at is not null",
        "site_crawls_finished on site_crawls (finished_at) where site_facts is not null",
        "site_crawl_turns_by_time on site_crawl_turns (next_at)",
      ];
      for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
    },
  },
};
