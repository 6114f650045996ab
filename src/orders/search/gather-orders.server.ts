import { setImmediate as otherRequests } from "node:timers/promises";
import type { Queries } from "../../platform/database/database.ts";
import type { Order } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import { haveMoreThan, type KeyRange, type Lane, readKeys } from "./order-keys.server.ts";
import { chunkSize } from "./order-source.server.ts";

/** So many orders are looked at one by one, to be put into any order and counted. */
export const gatherLimit = 2000;

/** The orders of the lanes that are wanted; null when the lanes have more than are gathered. */
export async function gatherOrders(
  queries: Queries,
  lanes: readonly Lane[],
  isWanted: (order: Order) => boolean,
): Promise<Order[] | null> {
  if (await haveMoreThan(queries, lanes, gatherLimit)) return null;
  const range: KeyRange = { from: null, descending: true, limit: gatherLimit };
  const keys = await readKeys(queries, lanes, range);
  const orders = await selectInChunks(
    queries,
    keys.map(({ number }) => number),
  );
  return orders.filter(isWanted);
}

/** Orders by their numbers, some hundred at a time. */
export async function selectInChunks(
  queries: Queries,
  numbers: readonly number[],
): Promise<Order[]> {
  const orders: Order[] = [];
  for (let start = 0; start < numbers.length; start += chunkSize) {
    if (start > 0) await otherRequests();
    orders.push(...(await selectOrdersByNumber(queries, numbers.slice(start, start + chunkSize))));
  }
  return orders;
}
