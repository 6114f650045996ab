import type { WriteTransaction } from "#platform/database/database.ts";
import { dueFrom, nextAttemptAt, type RetryPolicy } from "#platform/leases.ts";
import { findCheck } from "../registry.ts";
import { foundIn, planNext } from "./crawl-plan.ts";
import type { CrawlReason, CrawlRow } from "./crawl-tables.server.ts";
import { emptyPart, insertStart, type StoredOutcomes } from "./crawls.ts";
import { withReturnFaults } from "./return-faults.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const retries: RetryPolicy = {
  pausesMs: [15 * minuteMs, hourMs, 4 * hourMs, 12 * hourMs],
  forMs: 3 * 24 * hourMs,
};

interface Moment {
  readonly now: number;
  readonly engineVersion: number;
}

/**
 * Starts the crawl again after a pause, or ends the crawl. An unreachable site is tried again until
 * three days after the request of the crawl; a crawl that the site refuses ends at once. Requires a
 * locked crawl.
 */
export async function startAgainLater(
  tx: WriteTransaction,
  crawl: CrawlRow,
  { reason, sentence }: { readonly reason: CrawlReason; readonly sentence: string },
  now: number,
): Promise<void> {
  await tx.deleteFrom("site_crawl_parts").where("crawl_id", "=", crawl.id).execute();
  const attempts = crawl.failed_attempts + 1;
  const since = crawl.requested_at;
  const retryAt =
    reason === "unreachable" ? nextAttemptAt(retries, { attempts, since, now }) : null;
  await tx
    .updateTable("site_crawls")
    .set({
      reason,
      origin: "",
      site_facts: null,
      depth: 0,
      known_count: 0,
      page_count: 0,
      asked_count: 0,
      read_count: 0,
      failed_attempts: attempts,
      sentence,
      ...(retryAt !== null
        ? { state: "waiting" as const }
        : {
            state: reason === "unreachable" ? ("unreachable" as const) : ("refused" as const),
            finished_at: now,
          }),
    })
    .where("id", "=", crawl.id)
    .execute();
  if (retryAt !== null) await insertStart(tx, crawl, retryAt);
}

/**
 * Plans the next depth, or starts the checks when all pages are stored. Retries the crawl later
 * when more than half of the pages failed. Requires a locked crawl without open parts.
 */
export async function planFurther(
  tx: WriteTransaction,
  crawlId: string,
  { now, engineVersion }: Moment,
): Promise<void> {
  const crawl = await tx
    .selectFrom("site_crawls")
    .selectAll()
    .where("id", "=", crawlId)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom("site_crawl_parts")
    .select(["position", "kind", "address", "depth", "is_listed", "state", "found", "failure"])
    .select("final_address")
    .where("crawl_id", "=", crawlId)
    .orderBy("position")
    .execute();
  const failed = rows.filter(({ state }) => state === "failed");
  const pages = rows.filter(({ kind }) => kind === "page");
  if (failed.length * 2 > pages.length) {
    const sentence = `The website stopped answering: ${failed.length} of ${pages.length} pages failed. ${failed[0]?.failure ?? ""}`;
    await startAgainLater(tx, crawl, { reason: "unreachable", sentence: sentence.trim() }, now);
    return;
  }
  const parts = rows.map((row) => ({
    kind: row.kind,
    address: row.address,
    depth: row.depth,
    isListed: row.is_listed === 1,
    finalAddress: row.final_address,
    found: foundIn(row),
  }));
  const plan = planNext({
    crawlId,
    origin: crawl.origin,
    pageLimit: crawl.page_limit,
    depth: crawl.depth,
    parts,
    seeds: await seedsOf(tx, crawl),
  });
  if (plan.parts.length === 0) {
    await beginReading(tx, crawl, { now, engineVersion }, plan);
    return;
  }
  await tx
    .insertInto("site_crawl_parts")
    .values(
      plan.parts.map(({ kind, address, depth, isListed }, nth) => ({
        ...emptyPart,
        crawl_id: crawlId,
        position: rows.length + nth,
        kind,
        address,
        depth,
        is_listed: isListed ? 1 : 0,
        ...dueFrom(now),
      })),
    )
    .execute();
  const planned = plan.parts.filter(({ kind }) => kind === "page").length;
  await tx
    .updateTable("site_crawls")
    .set((set) => ({
      depth: plan.depth,
      known_count: plan.knownCount,
      page_count: set("page_count", "+", planned),
    }))
    .where("id", "=", crawlId)
    .execute();
}

/** Page addresses of an earlier crawl, with the scheme and host that the site has now. */
async function seedsOf(
  tx: WriteTransaction,
  { seed_id: seedId, origin }: CrawlRow,
): Promise<readonly string[]> {
  if (seedId === null) return [];
  const seeds = await tx
    .selectFrom("site_crawl_parts")
    .select("address")
    .where("crawl_id", "=", seedId)
    .where("is_page", "=", 1)
    .orderBy("position")
    .execute();
  return seeds.flatMap(({ address }) => {
    const { pathname, search } = new URL(address);
    return [`${origin}${pathname}${search}`];
  });
}

async function beginReading(
  tx: WriteTransaction,
  crawl: CrawlRow,
  moment: Moment,
  { knownCount, isSampled }: { readonly knownCount: number; readonly isSampled: boolean },
): Promise<void> {
  await tx
    .updateTable("site_crawls")
    .set({ state: "reading", known_count: knownCount, is_sampled: isSampled ? 1 : 0 })
    .where("id", "=", crawl.id)
    .execute();
  const unread = await tx
    .updateTable("site_crawl_parts")
    .set({ state: "unread", ...dueFrom(moment.now) })
    .where("crawl_id", "=", crawl.id)
    .where("is_page", "=", 1)
    .returning("position")
    .execute();
  if (unread.length === 0) await finishCrawl(tx, crawl, moment);
}

/** Requires a locked crawl whose pages are all read. */
export async function finishCrawl(
  tx: WriteTransaction,
  { id, requested_at, finished_at }: CrawlRow,
  { now, engineVersion }: Moment,
): Promise<void> {
  const rows = await tx
    .selectFrom("site_crawl_parts")
    .select(["position", "address", "outcomes"])
    .where("crawl_id", "=", id)
    .where("is_page", "=", 1)
    .where("outcomes", "<>", "")
    .orderBy("position")
    .execute();
  const read = rows.map(({ position, address, outcomes }) => ({
    position,
    address,
    outcomes: JSON.parse(outcomes) as StoredOutcomes,
  }));
  const pages = withReturnFaults(read);
  for (const { position, outcomes } of pages.filter((page) => !read.includes(page))) {
    await tx
      .updateTable("site_crawl_parts")
      .set({ outcomes: JSON.stringify(outcomes) })
      .where("crawl_id", "=", id)
      .where("position", "=", position)
      .execute();
  }
  const counts = new Map<string, number>();
  for (const { outcomes } of pages) {
    for (const check of Object.keys(outcomes.found)) {
      if (findCheck(check) !== undefined) counts.set(check, (counts.get(check) ?? 0) + 1);
    }
  }
  await tx
    .updateTable("site_crawls")
    .set({
      state: "done",
      reason: "",
      sentence: "",
      engine_version: engineVersion,
      counts: JSON.stringify(Object.fromEntries([...counts].sort())),
      // When a newer engine reads the stored pages again, the crawl keeps its first end time.
      finished_at: finished_at ?? Math.max(now, requested_at),
    })
    .where("id", "=", id)
    .execute();
}
