import { setImmediate as otherRequests } from "node:timers/promises";
import type { ListRange } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { may, requireSignedIn } from "#policy/rights.ts";
import { findCustomerOrder } from "../find-order.ts";
import { listOrders } from "../list-orders.ts";
import type { Order } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import { standingSource } from "./matching-orders.server.ts";
import type { OrderKey, StandingFilter } from "./order-search.ts";
import { chunkSize } from "./partitions.server.ts";
import { type SearchDependencies, standingFilter } from "./standing-filter.server.ts";

/**
 * Yields the orders that pass the filters, in chunks, oldest first. Actors with the right to see
 * every order get the orders of all customers; customers get the orders of their own company. The
 * first `next()` throws "unauthenticated", and "not-found" for an unknown `after`.
 */
export async function* listMatchingOrders(
  dependencies: SearchDependencies,
  actor: Actor,
  filter: StandingFilter,
  range: ListRange = {},
): AsyncGenerator<readonly Order[]> {
  const orders = may(actor, "see every order")
    ? everyMatch(dependencies, actor, filter, range)
    : ownMatches(dependencies, actor, filter, range);
  let left = range.limit ?? Number.POSITIVE_INFINITY;
  for await (const chunk of orders) {
    if (chunk.length > 0) yield chunk.slice(0, left);
    left -= chunk.length;
    if (left <= 0) return;
    await otherRequests();
  }
}

async function* everyMatch(
  { database, clock, calendar }: SearchDependencies,
  actor: Actor,
  filter: StandingFilter,
  { after, limit = chunkSize }: ListRange,
): AsyncGenerator<readonly Order[]> {
  const first = after === undefined ? null : await findCustomerOrder({ database }, actor, after);
  const time = { calendar, now: clock() };
  const source = await standingSource(database.read, filter, time);
  const { descending } = source;
  const size = Math.min(limit, chunkSize);
  let from: OrderKey | null = first && { value: first.placedAt, number: first.number };
  for (let isEnd = false; !isEnd; ) {
    const part = await source.read({ from, descending, limit: size, effort: chunkSize });
    yield await selectOrdersByNumber(
      database.read,
      part.keys.map(({ number }) => number),
    );
    isEnd = part.isEnd;
    from = part.pausedAt ?? part.keys.at(-1) ?? null;
  }
}

/** A customer has few orders, so no index is needed. */
async function* ownMatches(
  { database, clock, calendar }: SearchDependencies,
  actor: Actor,
  filter: StandingFilter,
  { after }: ListRange,
): AsyncGenerator<readonly Order[]> {
  requireSignedIn(actor);
  const passing = standingFilter(database.read, filter, { calendar, now: clock() });
  for await (const chunk of listOrders({ database }, actor, { after })) yield passing(chunk);
}
