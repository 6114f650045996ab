import { findCustomerOrder } from "../orders/find-order.ts";
import type { Order } from "../orders/order.ts";
import type { ListRange } from "../platform/pages.ts";
import type { Actor } from "../policy/actor.ts";
import { companyOf } from "../policy/company.ts";
import { may, requireSignedIn } from "../policy/rights.ts";
import { matchingOrders } from "./matching-orders.server.ts";
import { everyOrder, type StandingFilter } from "./order-search.ts";
import { orderChunks } from "./sorted-orders.server.ts";
import type { SearchDependencies } from "./standing-filter.server.ts";

/**
 * Yields the orders that pass the filters, in chunks, oldest first. Actors with the right to see
 * every order get the orders of all customers; customers get the orders of their own company. The
 * first `next()` throws "unauthenticated", and "not-found" for an unknown `after`.
 */
export async function* listMatchingOrders(
  { database, clock, calendar }: SearchDependencies,
  actor: Actor,
  filter: StandingFilter,
  { after, limit }: ListRange = {},
): AsyncGenerator<readonly Order[]> {
  const companyId = may(actor, "see every order")
    ? undefined
    : companyOf(requireSignedIn(actor)).id;
  const first =
    after === undefined ? undefined : await findCustomerOrder({ database }, actor, after);
  const search = { ...everyOrder, ...filter };
  const time = { calendar, now: clock() };
  const orders = await matchingOrders(database.read, search, time, companyId);
  yield* orderChunks(orders, "oldest", { first, limit });
}
