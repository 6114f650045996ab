import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";

/**
 * Number of paid orders that each of these people has to deliver, by account. People without such
 * an order are missing. Throws "forbidden".
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
    .where("order_status", "=", "Pending")
    .groupBy("assignee_id")
    .execute();
  return new Map(rows.map(({ accountId, count }) => [accountId ?? "", Number(count)]));
}
