import { type Crawl, deleteCrawls, queueCrawl, readCrawls } from "#check/crawl/crawls.ts";
import type { Order } from "#orders/order.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { readBrief } from "../brief/brief-record.server.ts";
import type { OrderSiteCheckRow, SiteCheckPurpose } from "./order-site-check-tables.server.ts";

/** The state of the website checks of an order. */
export interface SiteCheckRecord {
  /** "" when neither the customer nor the team has named a website. */
  readonly website: string;
  /** The last "before"; its `crawl` is null when the team went on without a "before". */
  readonly before: RecordedCheck | null;
  /** The last finished "after". */
  readonly after: RecordedCheck | null;
  /** The newest "after" if it is still running or has failed. */
  readonly nextAfter: RecordedCheck | null;
}

export interface RecordedCheck {
  readonly row: OrderSiteCheckRow;
  readonly crawl: Crawl | null;
}

export const hasEnded = ({ state }: Crawl) =>
  state === "done" || state === "unreachable" || state === "refused";

/** True also while a newer engine computes the findings again, because the earlier result stays. */
export const hasResult = (crawl: Crawl | null): crawl is Crawl =>
  crawl !== null && crawl.counts !== null;

export async function readSiteChecks(queries: Queries, order: Order): Promise<SiteCheckRecord> {
  const rows = await queries
    .selectFrom("order_site_checks")
    .selectAll()
    .where("order_id", "=", order.id)
    .orderBy("id", "desc")
    .execute();
  const crawls = await readCrawls(
    queries,
    rows.flatMap(({ crawl_id }) => crawl_id ?? []),
  );
  const checks = rows.map((row) => ({
    row,
    crawl: row.crawl_id === null ? null : (crawls.get(row.crawl_id) ?? null),
  }));
  const afters = checks.filter(({ row }) => row.purpose === "after");
  const next = afters[0];
  return {
    website: rows[0]?.website ?? (await namedWebsite(queries, order)),
    before: checks.find(({ row }) => row.purpose === "before") ?? null,
    after: afters.find(({ crawl }) => hasResult(crawl)) ?? null,
    nextAfter: next !== undefined && !hasResult(next.crawl) ? next : null,
  };
}

/** The website in the customer's brief, or else the website in the order form. */
async function namedWebsite(queries: Queries, order: Order): Promise<string> {
  const brief = await readBrief(queries, order);
  const question = brief?.questions.find(({ kind }) => kind === "website");
  return (question && brief?.answers.get(question.id)) || order.customerWebsite;
}

interface NewSiteCheck {
  readonly purpose: SiteCheckPurpose;
  readonly website: string;
  /** Crawl to compare with. */
  readonly seedId: string | null;
  readonly reason?: string;
  readonly author: string;
  readonly at: number;
}

/** Requires a locked order. */
export async function addSiteCheck(
  tx: WriteTransaction,
  { id: orderId }: Pick<Order, "id">,
  { purpose, website, seedId, reason = "", author, at }: NewSiteCheck,
): Promise<void> {
  const crawlId = await queueCrawl(tx, { website, seedId, at });
  const row = { id: newId(), order_id: orderId, purpose, crawl_id: crawlId };
  await tx
    .insertInto("order_site_checks")
    .values({ ...row, website, reason, author, at })
    .execute();
}

/**
 * Queues the "before" of a Paid order whose brief is not open any more. Does nothing for an order
 * that has a "before", is delivered, names no website or belongs to the demonstration. Requires a
 * locked order.
 */
export async function queueBefore(tx: WriteTransaction, order: Order, at: number): Promise<void> {
  if (order.isDemonstration || order.orderStatus === "Delivered") return;
  if ((await readBrief(tx, order))?.phase === "open") return;
  const { before, website } = await readSiteChecks(tx, order);
  if (before !== null || website === "") return;
  await addSiteCheck(tx, order, { purpose: "before", website, seedId: null, author: "system", at });
}

/**
 * Queues the "after" of a delivery. Does nothing if the "before" has no result, while another
 * "after" is under way, or for a demonstration order. Requires a locked order.
 */
export async function queueAfter(tx: WriteTransaction, order: Order, at: number): Promise<void> {
  if (order.isDemonstration) return;
  const { before, nextAfter, website } = await readSiteChecks(tx, order);
  if (before?.crawl == null || !hasResult(before.crawl)) return;
  if (nextAfter?.crawl && !hasEnded(nextAfter.crawl)) return;
  const seedId = before.crawl.id;
  await addSiteCheck(tx, order, { purpose: "after", website, seedId, author: "system", at });
}

/** Deletes the "after" that a delivery at this time queued. Requires a locked order. */
export async function withdrawAfter(
  tx: WriteTransaction,
  orderId: string,
  deliveredAt: number,
): Promise<void> {
  const rows = await tx
    .deleteFrom("order_site_checks")
    .where("order_id", "=", orderId)
    .where("purpose", "=", "after")
    .where("author", "=", "system")
    .where("at", "=", deliveredAt)
    .returning("crawl_id")
    .execute();
  await deleteCrawls(
    tx,
    rows.flatMap(({ crawl_id }) => crawl_id ?? []),
  );
}

/** Deletes the checks of orders, with their crawls. */
export async function deleteSiteChecks(
  tx: WriteTransaction,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  const rows = await tx
    .deleteFrom("order_site_checks")
    .where("order_id", "in", orderIds)
    .returning("crawl_id")
    .execute();
  await deleteCrawls(
    tx,
    rows.flatMap(({ crawl_id }) => crawl_id ?? []),
  );
}
