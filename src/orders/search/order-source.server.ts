import { setImmediate as otherRequests } from "node:timers/promises";
import type { Queries } from "../../platform/database/database.ts";
import type { Order } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import type { OrderKey } from "./order-key.ts";
import { type KeyRange, type Lane, readKeys } from "./order-keys.server.ts";

/** Rows per query: between two of them, other requests have their turn. */
export const chunkSize = 500;
/** Looked through at first, and at the least: a page is often full after a few. */
const smallChunkSize = 100;

/** A part of what was looked for. */
export interface FoundKeys {
  readonly keys: readonly OrderKey[];
  /** No more behind these. */
  readonly isEnd: boolean;
  /** Where looking ended because it had gone far enough for one page; null if it had not. */
  readonly pausedAt: OrderKey | null;
}

export interface ReadRange extends KeyRange {
  /** How many orders to look at, at the most, to find the ones asked for. */
  readonly effort: number;
}

/** Orders in the order asked for, found from anywhere in both directions. */
export interface OrderSource {
  readonly descending: boolean;
  /** So many it has for certain. */
  readonly atLeast: number;
  read(range: ReadRange): Promise<FoundKeys>;
}

/** All the orders of some lanes. */
export function laneSource(
  queries: Queries,
  lanes: readonly Lane[],
  { descending, atLeast }: { descending: boolean; atLeast: number },
): OrderSource {
  return {
    descending,
    atLeast,
    async read(range) {
      const keys = await readKeys(queries, lanes, range);
      return { keys, isEnd: keys.length < range.limit, pausedAt: null };
    },
  };
}

/** Those orders of some lanes that are wanted. */
export function sievedSource(
  queries: Queries,
  lanes: readonly Lane[],
  descending: boolean,
  isWanted: (order: Order) => boolean,
): OrderSource {
  const read = (range: ReadRange) => readWanted(queries, lanes, range, isWanted);
  return { descending, atLeast: 0, read };
}

async function readWanted(
  queries: Queries,
  lanes: readonly Lane[],
  range: ReadRange,
  isWanted: (order: Order) => boolean,
): Promise<FoundKeys> {
  const found: OrderKey[] = [];
  let next: KeyRange = { ...range, limit: smallChunkSize };
  let looked = 0;
  while (looked < range.effort) {
    if (looked > 0) await otherRequests();
    const chunk = await readKeys(queries, lanes, next);
    const last = chunk.at(-1);
    looked += chunk.length;
    found.push(...(await wantedOf(queries, chunk, isWanted)));
    if (found.length >= range.limit) {
      return { keys: found.slice(0, range.limit), isEnd: false, pausedAt: null };
    }
    if (chunk.length < next.limit || last === undefined) {
      return { keys: found, isEnd: true, pausedAt: null };
    }
    // As many again as will fill the page, by what has been found so far.
    const missing = range.limit - found.length;
    const wanted = Math.ceil((missing * looked) / Math.max(1, found.length));
    const limit = Math.min(Math.max(wanted, smallChunkSize), chunkSize);
    next = { ...next, from: last, inclusive: false, limit };
  }
  return { keys: found, isEnd: false, pausedAt: next.from };
}

/** Each order once: one with two of the words looked for stands in two lanes, side by side. */
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
