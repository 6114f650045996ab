import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { dueFrom } from "#platform/leases.ts";
import { pageKey } from "../engine/page-key.ts";
import type { CrawlReason, CrawlRow, CrawlState } from "./crawl-tables.server.ts";

/** Maximum number of pages that a crawl requests. */
const pagesPerCrawl = 200;

interface NewCrawl {
  readonly website: string;
  /** An earlier crawl to compare with. */
  readonly seedId: string | null;
  readonly at: number;
  readonly pageLimit?: number;
}

/** Queues a crawl in the caller's transaction and returns its id. */
export async function queueCrawl(
  tx: WriteTransaction,
  { website, seedId, at, pageLimit = pagesPerCrawl }: NewCrawl,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("site_crawls")
    .values({
      id,
      website,
      seed_id: seedId,
      page_limit: pageLimit,
      state: "waiting",
      reason: "",
      sentence: "",
      origin: "",
      site_facts: null,
      depth: 0,
      engine_version: 0,
      counts: "",
      known_count: 0,
      page_count: 0,
      asked_count: 0,
      read_count: 0,
      is_sampled: 0,
      failed_attempts: 0,
      requested_at: at,
      finished_at: null,
    })
    .execute();
  await insertStart(tx, { id, website }, at);
  return id;
}

/** The first part of a crawl: robots.txt and the home page. */
export async function insertStart(
  tx: WriteTransaction,
  { id, website }: Pick<CrawlRow, "id" | "website">,
  at: number,
): Promise<void> {
  await tx
    .insertInto("site_crawl_parts")
    .values({
      crawl_id: id,
      position: 0,
      kind: "start",
      address: website,
      depth: 0,
      ...emptyPart,
      ...dueFrom(at),
    })
    .execute();
}

export const emptyPart = {
  state: "open",
  is_listed: 0,
  status: 0,
  final_address: "",
  hops: "[]",
  failure: "",
  is_page: 0,
  found: "",
  response: null,
  engine_version: 0,
  outcomes: "",
} as const;

/**
 * Deletes crawls with their pages. A process that is working on a deleted crawl then stores
 * nothing.
 */
export async function deleteCrawls(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom("site_crawls").where("id", "in", ids).execute();
}

/** Deletes the stored pages of crawls, but not their findings. */
export async function forgetResponses(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable("site_crawl_parts")
    .set({ response: null })
    .where("crawl_id", "in", ids)
    .execute();
  await tx.updateTable("site_crawls").set({ site_facts: null }).where("id", "in", ids).execute();
}

/** Makes the next attempt of a waiting crawl due now. */
export async function retryCrawlNow(tx: WriteTransaction, id: string, now: number): Promise<void> {
  await tx
    .updateTable("site_crawl_parts")
    .set({ due_at: now })
    .where("crawl_id", "=", id)
    .where("kind", "=", "start")
    .where("due_at", ">", now)
    .where("attempts", "=", 0)
    .execute();
}

/** A crawl without its pages. */
export interface Crawl {
  readonly id: string;
  readonly website: string;
  readonly origin: string;
  readonly state: CrawlState;
  readonly reason: CrawlReason;
  readonly sentence: string;
  readonly pages: number;
  readonly asked: number;
  readonly read: number;
  readonly known: number;
  readonly isSampled: boolean;
  /** Number of pages with each finding; null before the crawl is done. */
  readonly counts: Readonly<Record<string, number>> | null;
  readonly engineVersion: number;
  readonly requestedAt: number;
  readonly finishedAt: number | null;
  /** Next attempt of a site that did not answer; null for other crawls. */
  readonly nextAttemptAt: number | null;
}

export async function readCrawls(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Crawl>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom("site_crawls")
    .selectAll()
    .select((select) =>
      select
        .selectFrom("site_crawl_parts as part")
        .select("part.due_at")
        .whereRef("part.crawl_id", "=", "site_crawls.id")
        .where("part.position", "=", 0)
        .where("part.kind", "=", "start")
        .as("nextAt"),
    )
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, asCrawl(row, row.nextAt)]));
}

function asCrawl(row: CrawlRow, nextAt: number | null): Crawl {
  return {
    id: row.id,
    website: row.website,
    origin: row.origin,
    state: row.state,
    reason: row.reason,
    sentence: row.sentence,
    pages: row.page_count,
    asked: row.asked_count,
    read: row.read_count,
    known: row.known_count,
    isSampled: row.is_sampled === 1,
    counts: row.counts === "" ? null : JSON.parse(row.counts),
    engineVersion: row.engine_version,
    requestedAt: row.requested_at,
    finishedAt: row.finished_at,
    nextAttemptAt: row.failed_attempts > 0 && row.finished_at === null ? nextAt : null,
  };
}

/** Results of the checks of a page. A check that is in neither field found nothing. */
export interface PageOutcomes {
  /** Sentences by the id of the check. */
  readonly found: Readonly<Record<string, string>>;
  /** Checks that could not examine the page. */
  readonly unseen: readonly string[];
}

/**
 * Results of the checks that read the page alone. At the end of the crawl, findings that depend on
 * several pages are added.
 */
export interface StoredOutcomes extends PageOutcomes {
  /** Language versions (`hreflang`) that the page links to; absent if it links to none. */
  readonly versions?: readonly string[];
}

const noOutcomes: PageOutcomes = { found: {}, unseen: [] };

export interface CrawledPage extends PageOutcomes {
  /** Path with query, by which pages of two crawls are compared. */
  readonly page: string;
  readonly engineVersion: number;
}

/** The pages that a crawl has read, in the order of the crawl. */
export async function readCrawledPages(
  queries: Queries,
  crawlId: string,
): Promise<readonly CrawledPage[]> {
  const rows = await queries
    .selectFrom("site_crawl_parts")
    .select(["address", "outcomes", "engine_version"])
    .where("crawl_id", "=", crawlId)
    .where("is_page", "=", 1)
    .orderBy("position")
    .execute();
  return rows.map(({ address, outcomes, engine_version }) => {
    const { pathname, search } = new URL(pageKey(address));
    const { found, unseen } = outcomes === "" ? noOutcomes : (JSON.parse(outcomes) as PageOutcomes);
    return { page: pathname + search, engineVersion: engine_version, found, unseen };
  });
}
