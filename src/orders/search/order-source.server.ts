import { setImmediate as otherRequests } from "node:timers/promises";
import type { Queries } from "../../platform/database/database.ts";
import type { Order } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import type { OrderKey } from "./order-key.ts";
import { type KeyRange, type Partition, readKeys } from "./order-keys.server.ts";

/** Rows per query; other requests run between two queries. */
export const chunkSize = 500;
/** First and smallest chunk: a page is often full after a few rows. */
const smallChunkSize = 100;

/** A part of the matching orders. */
export interface FoundKeys {
  readonly keys: readonly OrderKey[];
  /** True when no order follows. */
  readonly isEnd: boolean;
  /** Position at which the search stopped at its effort limit; null when it did not. */
  readonly pausedAt: OrderKey | null;
}

export interface ReadRange extends KeyRange {
  /** Maximum number of orders to examine. */
  readonly effort: number;
}

/** Sorted orders that can be read from any position in both directions. */
export interface OrderSource {
  readonly descending: boolean;
  /** Lower bound of the number of orders. */
  readonly atLeast: number;
  read(range: ReadRange): Promise<FoundKeys>;
}

/** A source of all orders of some partitions. */
export function partitionSource(
  queries: Queries,
  partitions: readonly Partition[],
  { descending, atLeast }: { descending: boolean; atLeast: number },
): OrderSource {
  return {
    descending,
    atLeast,
    async read(range) {
      const keys = await readKeys(queries, partitions, range);
      return { keys, isEnd: keys.length < range.limit, pausedAt: null };
    },
  };
}

/** A source of the orders of some partitions that pass a filter. */
export function filteredSource(
  queries: Queries,
  partitions: readonly Partition[],
  descending: boolean,
  isWanted: (order: Order) => boolean,
): OrderSource {
  const read = (range: ReadRange) => readWanted(queries, partitions, range, isWanted);
  return { descending, atLeast: 0, read };
}

async function readWanted(
  queries: Queries,
  partitions: readonly Partition[],
  range: ReadRange,
  isWanted: (order: Order) => boolean,
): Promise<FoundKeys> {
  const found: OrderKey[] = [];
  let next: KeyRange = { ...range, limit: smallChunkSize };
  let looked = 0;
  while (looked < range.effort) {
    if (looked > 0) await otherRequests();
    const chunk = await readKeys(queries, partitions, next);
    const last = chunk.at(-1);
    looked += chunk.length;
    found.push(...(await wantedOf(queries, chunk, isWanted)));
    if (found.length >= range.limit) {
      return { keys: found.slice(0, range.limit), isEnd: false, pausedAt: null };
    }
    if (chunk.length < next.limit || last === undefined) {
      return { keys: found, isEnd: true, pausedAt: null };
    }
    // Estimates the rows needed to fill the page from the share found so far.
    const missing = range.limit - found.length;
    const wanted = Math.ceil((missing * looked) / Math.max(1, found.length));
    const limit = Math.min(Math.max(wanted, smallChunkSize), chunkSize);
    next = { ...next, from: last, inclusive: false, limit };
  }
  return { keys: found, isEnd: false, pausedAt: next.from };
}

/** Removes duplicates: an order with two of the words is in two partitions, side by side. */
async function wantedOf(
  queries: Queries,
  chunk: readonly OrderKey[],
  isWanted: (order: Order) => boolean,
): Promise<OrderKey[]> {
  const once = chunk.filter(({ number }, index) => number !== chunk[index - 1]?.number);
  const orders = await selectOrdersByNumber(
    queries,
    once.map(({ number }) => number),
  );
  const wanted = new Set(orders.filter(isWanted).map(({ number }) => number));
  return once.filter(({ number }) => wanted.has(number));
}
