import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";

/**
 * Number of paid orders that are not accepted yet, by the account of their assignee: an order in
 * review is open, because its customer may ask for changes. People without such an order are missing. Throws "forbidden".
 */
export async function countOpenOrders(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  requireRight(actor, "assign orders");
  if (accountIds.length === 0) return new Map();
  const rows = await read
    .selectFrom("orders")
    .select(({ fn }) => ["assignee_id as accountId", fn.countAll<number | string>().as("count")])
    .where("assignee_id", "in", accountIds)
    .where("payment_status", "=", "Paid")
    .where(({ eb, or }) => or([eb("order_status", "=", "Pending"), eb("in_review", "=", 1)]))
    .groupBy("assignee_id")
    .execute();
  return new Map(rows.map(({ accountId, count }) => [accountId ?? "", Number(count)]));
}
