import { companyOfAccount } from "#companies/company-people.server.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Order } from "../order.ts";
import { numbersBeside } from "./matching-orders.server.ts";
import type { OrderSearch } from "./order-search.ts";
import type { SearchDependencies } from "./standing-filter.server.ts";

/** The orders of a search, or the orders of an account's company, newest first. */
export type OrderList = { readonly search: OrderSearch } | { readonly accountId: string };

interface OrderNeighbours {
  /** Id of the previous order; null for the first order of the list. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Throws "unauthenticated" and "forbidden". */
export async function neighbouringOrders(
  { database: { read }, clock, calendar }: SearchDependencies,
  actor: Actor,
  order: Order,
  list: OrderList,
): Promise<OrderNeighbours> {
  requireRight(actor, "see every order");
  if ("accountId" in list) {
    const companyId = await companyOfAccount(read, list.accountId);
    const own = read.selectFrom("orders").select("id").where("company_id", "=", companyId);
    const [previous, next] = await Promise.all([
      own.where("number", ">", order.number).orderBy("number").limit(1).executeTakeFirst(),
      own.where("number", "<", order.number).orderBy("number", "desc").limit(1).executeTakeFirst(),
    ]);
    return { previous: previous?.id ?? null, next: next?.id ?? null };
  }
  const beside = await numbersBeside(read, list.search, { calendar, now: clock() }, order);
  const numbers = [beside.previous, beside.next].flatMap((number) => number ?? []);
  if (numbers.length === 0) return { previous: null, next: null };
  const rows = await read
    .selectFrom("orders")
    .select(["id", "number"])
    .where("number", "in", numbers)
    .execute();
  const idOf = (wanted: number | null) => rows.find(({ number }) => number === wanted)?.id ?? null;
  return { previous: idOf(beside.previous), next: idOf(beside.next) };
}
