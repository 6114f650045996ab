import type { Database } from "../platform/database/database.ts";
import type { Page } from "../platform/pages.ts";
import type { Actor } from "../policy/actor.ts";
import { requireOwnOr, requireRight } from "../policy/rights.ts";
import type { Order } from "./order.ts";
import { pageOfAccount } from "./page-of-orders.ts";

interface AccountOrdersRequest {
  readonly accountId: string;
  readonly page: number;
  readonly pageSize: number;
}

/** One page of an account's orders, newest first: one's own, anybody's for an admin. */
export async function pageOfOrdersOf(
  { database }: { readonly database: Database },
  actor: Actor,
  { accountId, page, pageSize }: AccountOrdersRequest,
): Promise<Page<Order>> {
  requireOwnOr(actor, accountId, "see every order");
  return pageOfAccount(database.read, accountId, page, pageSize);
}

/** How many orders each of the accounts has placed; one without any is not in the answer. */
export async function countOrdersOf(
  { database }: { readonly database: Database },
  actor: Actor,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  requireRight(actor, "see every order");
  if (accountIds.length === 0) return new Map();
  const rows = await database.read
    .selectFrom("orders")
    .select((select) => ["account_id", select.fn.countAll<number>().as("orders")])
    .where("account_id", "in", accountIds)
    .groupBy("account_id")
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.orders]));
}
