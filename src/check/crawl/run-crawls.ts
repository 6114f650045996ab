import type { Database } from "#platform/database/database.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { engineVersion as presentEngine } from "../engine/engine-version.ts";
import type { Facts } from "../engine/facts.ts";
import type { CheckResult } from "../engine/run-checks.ts";
import type { PublicFetcher } from "../fetching/fetch-public.ts";
import type { PartRow } from "./crawl-tables.server.ts";

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

/**
 * Longer than the wait for a request, the request with its redirects and the reading of the page.
 */
const leaseMs = 120_000;
const pollMs = 1000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const responsesKeptMs = 180 * 24 * hourMs;
const atOnce = 2;

export function startCrawls(dependencies: CrawlDependencies): readonly Worker[] {
  const { log } = dependencies;
  const crawling = Array.from({ length: atOnce }, (_, nth) =>
    startWorker({
      name: `site-crawls-${nth + 1}`,
      intervalMs: pollMs,
      log,
      workOnce: () => crawlNext(dependencies),
    }),
  );
  const tidying = startWorker({
    name: "tidy-site-crawls",
    intervalMs: hourMs,
    log,
    workOnce: async () =>
      (await readCrawlAgain(dependencies)) || (await deleteOldResponses(dependencies)),
  });
  return [...crawling, tidying];
}

/** Fetches or reads one part of a crawl. Returns false when no part is due. */
export async function crawlNext(dependencies: CrawlDependencies): Promise<boolean> {
  const { database, clock } = dependencies;
  const part = await claimPart(database, clock());
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
 * Claims the part that has been due longest. The comparison of `next_at` ensures that only one
 * process gets the part.
 */
async function claimPart(database: Database, now: number): Promise<PartRow | undefined> {
  const due = database.read
    .selectFrom("site_crawl_parts")
    .select(["crawl_id", "position", "next_at", "attempts"])
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .orderBy("crawl_id")
    .orderBy("position")
    .limit(1);
  for (;;) {
    const next = await due.executeTakeFirst();
    if (next === undefined) return undefined;
    const claimed = await database.write((tx) =>
      tx
        .updateTable("site_crawl_parts")
        .set({ attempts: next.attempts + 1, next_at: now + leaseMs })
        .where("crawl_id", "=", next.crawl_id)
        .where("position", "=", next.position)
        .where("next_at", "=", next.next_at)
        .where("attempts", "=", next.attempts)
        .returningAll()
        .executeTakeFirst(),
    );
    if (claimed !== undefined) return claimed;
  }
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
      .set({ state: "unread", next_at: now, attempts: 0 })
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

/**
 * Deletes the stored pages of one crawl 180 days after its end, but not its findings. Also deletes
 * the rate limits of sites without a request for a day. Returns false when no crawl is that old.
 */
export async function deleteOldResponses({
  database,
  clock,
}: Pick<CrawlDependencies, "database" | "clock">): Promise<boolean> {
  const now = clock();
  return database.write(async (tx) => {
    await tx
      .deleteFrom("site_crawl_turns")
      .where("next_at", "<", now - 24 * hourMs)
      .execute();
    const old = await tx
      .selectFrom("site_crawls")
      .select("id")
      .where("site_facts", "is not", null)
      .where("finished_at", "<", now - responsesKeptMs)
      .limit(1)
      .executeTakeFirst();
    if (old === undefined) return false;
    await tx
      .updateTable("site_crawl_parts")
      .set({ response: null })
      .where("crawl_id", "=", old.id)
      .execute();
    await tx
      .updateTable("site_crawls")
      .set({ site_facts: null })
      .where("id", "=", old.id)
      .execute();
    return true;
  });
}
