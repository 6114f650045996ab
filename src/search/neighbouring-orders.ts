import { companyOfAccount } from "../companies/company-people.server.ts";
import type { Order } from "../orders/order.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import { matchingOrders } from "./matching-orders.server.ts";
import { everyOrder, type OrderSearch } from "./order-search.ts";
import { after, sorted } from "./sorted-orders.server.ts";
import type { SearchDependencies } from "./standing-filter.server.ts";

/** The orders of a search, or the orders of an account's company, newest first. */
export type OrderList = { readonly search: OrderSearch } | { readonly accountId: string };

interface OrderNeighbours {
  /** Id of the previous order; null for the first order of the list. */
  readonly previous: string | null;
  readonly next: string | null;
}

/**
 * An order that was changed and no longer matches the search still has a position in the list.
 * Throws "unauthenticated" and "forbidden".
 */
export async function neighbouringOrders(
  { database: { read }, clock, calendar }: SearchDependencies,
  actor: Actor,
  order: Order,
  list: OrderList,
): Promise<OrderNeighbours> {
  requireRight(actor, "see every order");
  const search = "search" in list ? list.search : everyOrder;
  const companyId = "accountId" in list ? await companyOfAccount(read, list.accountId) : undefined;
  const orders = await matchingOrders(read, search, { calendar, now: clock() }, companyId);
  const nearest = async (isReversed: boolean) => {
    const beyond = after(orders, search.sort, order, { isReversed });
    const row = await sorted(beyond, search.sort, { isReversed })
      .select("id")
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  };
  const [previous, next] = await Promise.all([nearest(true), nearest(false)]);
  return { previous, next };
}
