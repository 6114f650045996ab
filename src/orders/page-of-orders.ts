import type { Database, Queries } from "../platform/database/database.ts";
import { type Page, pageOf } from "../platform/pages.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight, requireSignedIn } from "../policy/rights.ts";
import type { Order } from "./order.ts";
import { asOrder } from "./order-store.server.ts";

interface OrderPageRequest {
  /** "own": of the account that asks. "every": of the whole shop, for admins. */
  readonly whose: "own" | "every";
  readonly page: number;
  readonly pageSize: number;
}

/** One page of orders, newest first. Throws "unauthenticated" and "forbidden". */
export async function pageOfOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  { whose, page, pageSize }: OrderPageRequest,
): Promise<Page<Order>> {
  if (whose === "own") {
    const { accountId } = requireSignedIn(actor);
    return pageOfAccount(database.read, accountId, page, pageSize);
  }
  requireRight(actor, "see every order");
  return pageOfEvery(database.read, { page, pageSize, descending: true });
}

/** One page of an account's orders. The caller has asked whether they may be seen. */
export async function pageOfAccount(
  queries: Queries,
  accountId: string,
  page: number,
  pageSize: number,
): Promise<Page<Order>> {
  const sums = await queries
    .selectFrom("account_sums")
    .select("orders")
    .where("account_id", "=", accountId)
    .execute();
  const total = sums.reduce((sum, { orders }) => sum + orders, 0);
  return pageOf({ page, pageSize, total }, async (offset) => {
    const rows = await queries
      .selectFrom("orders")
      .selectAll()
      .where("account_id", "=", accountId)
      .orderBy("number", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute();
    return rows.map(asOrder);
  });
}

/** Numbers have no gaps and no order is ever removed: no page of any shop needs counting. */
export async function pageOfEvery(
  queries: Queries,
  { page, pageSize, descending }: { page: number; pageSize: number; descending: boolean },
): Promise<Page<Order>> {
  const counter = queries.selectFrom("order_counter").select("last_number");
  const { last_number: total } = await counter.executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total }, async (offset) => {
    const rows = await queries
      .selectFrom("orders")
      .selectAll()
      .where("number", descending ? "<=" : ">", descending ? total - offset : offset)
      .orderBy("number", descending ? "desc" : "asc")
      .limit(pageSize)
      .execute();
    return rows.map(asOrder);
  });
}
