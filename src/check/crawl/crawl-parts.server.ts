import { LeasedTable } from "#platform/leases.ts";

/**
 * The lease is longer than the wait for a request, the request with its redirects and the reading of
 * the page together.
 */
export const crawlParts = new LeasedTable("site_crawl_parts", {
  key: ["crawl_id", "position"],
  leaseMs: 120_000,
  order: (due) => due.orderBy("due_at").orderBy("crawl_id").orderBy("position"),
});
