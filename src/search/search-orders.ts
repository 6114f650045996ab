import type { Order } from "../orders/order.ts";
import { selectOrdersByNumber } from "../orders/order-store.server.ts";
import type { Database } from "../platform/database/database.ts";
import { type Page, pageOf } from "../platform/pages.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import { plansEverOrdered } from "../sales/plans-ever-ordered.server.ts";
import { matchingOrders } from "./matching-orders.server.ts";
import type { OrderSearch } from "./order-search.ts";
import { sorted } from "./sorted-orders.server.ts";
import type { SearchDependencies } from "./standing-filter.server.ts";

interface SearchPageRequest {
  /** Counts from 1. An invalid number gives the nearest page. */
  readonly page: number;
  readonly pageSize: number;
}

/** A page number out of range gives the nearest page. Throws "unauthenticated" and "forbidden". */
export async function searchOrders(
  { database, clock, calendar }: SearchDependencies,
  actor: Actor,
  search: OrderSearch,
  { page, pageSize }: SearchPageRequest,
): Promise<Page<Order>> {
  requireRight(actor, "see every order");
  const queries = database.read;
  const orders = await matchingOrders(queries, search, { calendar, now: clock() });
  const { total } = await orders
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total }, async (offset) => {
    // Selects only numbers, so that the database skips the rows before the page in an index.
    const rows = await sorted(orders, search.sort)
      .select("number")
      .limit(pageSize)
      .offset(offset)
      .execute();
    return selectOrdersByNumber(
      queries,
      rows.map(({ number }) => number),
    );
  });
}

/** Throws "unauthenticated" and "forbidden". */
export async function listOrderedPlans(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<string[]> {
  requireRight(actor, "see every order");
  return plansEverOrdered(database.read);
}
