import type { Database } from "#platform/database/database.ts";
import { dueFrom } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { engineVersion as presentEngine } from "../engine/engine-version.ts";
import type { Facts } from "../engine/facts.ts";
import type { CheckResult } from "../engine/run-checks.ts";
import type { PublicFetcher } from "../fetching/fetch-public.ts";
import { crawlParts } from "./crawl-parts.server.ts";

export interface CrawlDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly loadFetcher: () => Promise<Pick<PublicFetcher, "open">>;
  readonly parse: Parse;
  /** Runs the checks. The result lists at most `mostLinks` internal links. */
  readonly read: (facts: Facts, mostLinks: number) => Promise<CheckResult>;
  readonly stopping: AbortSignal;
  /** Waits until the next request to a site may begin. Only tests pass this function. */
  readonly wait?: (ms: number) => Promise<void>;
  /** Only tests pass an engine version other than the present one. */
  readonly engineVersion?: number;
}

const hourMs = 60 * 60_000;

export function startCrawls(dependencies: CrawlDependencies): readonly Worker[] {
  const { log } = dependencies;
  const crawling = startWorker({
    name: "site-crawls",
    intervalMs: 1000,
    atOnce: 2,
    log,
    workOnce: () => crawlNext(dependencies),
  });
  const reading = startWorker({
    name: "read-site-crawls-again",
    intervalMs: hourMs,
    log,
    workOnce: () => readCrawlAgain(dependencies),
  });
  return [crawling, reading];
}

/** Fetches or reads one part of a crawl. Returns false when no part is due. */
export async function crawlNext(dependencies: CrawlDependencies): Promise<boolean> {
  const { database, clock } = dependencies;
  const part = await crawlParts.claim(database, clock());
  if (part === undefined) return false;
  const crawl = await database.read
    .selectFrom("site_crawls")
    .selectAll()
    .where("id", "=", part.crawl_id)
    .executeTakeFirst();
  if (crawl === undefined) return true;
  // Imported with the first crawl, so that the start of the program does not wait for it.
  const { workOnPart } = await import("./crawl-part.ts");
  return workOnPart(dependencies, crawl, part);
}

/**
 * Queues the stored pages of one crawl that an older engine read. The present engine reads them
 * again, so that the crawl can be compared with a new one. Returns false when there is no such
 * crawl.
 */
export async function readCrawlAgain({
  database,
  clock,
  engineVersion = presentEngine,
}: CrawlDependencies): Promise<boolean> {
  const old = await database.read
    .selectFrom("site_crawls")
    .select("id")
    .where("finished_at", "is not", null)
    .where("engine_version", "<", engineVersion)
    .limit(1)
    .executeTakeFirst();
  if (old === undefined) return false;
  const now = clock();
  await database.write(async (tx) => {
    const crawl = await tx
      .updateTable("site_crawls")
      .set({ engine_version: engineVersion })
      .where("id", "=", old.id)
      .where("engine_version", "<", engineVersion)
      .returning("state")
      .executeTakeFirst();
    if (crawl?.state !== "done") return;
    const unread = await tx
      .updateTable("site_crawl_parts")
      .set({ state: "unread", ...dueFrom(now) })
      .where("crawl_id", "=", old.id)
      .where("is_page", "=", 1)
      .where("response", "is not", null)
      .returning("position")
      .execute();
    if (unread.length === 0) return;
    await tx
      .updateTable("site_crawls")
      .set({ state: "reading", read_count: 0 })
      .where("id", "=", old.id)
      .execute();
  });
  return true;
}
