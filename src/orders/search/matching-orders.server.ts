import type { Queries } from "#platform/database/database.ts";
import { distinctValues } from "#platform/database/distinct-values.ts";
import { addDays } from "#platform/time/calendar.ts";
import { startOfDay } from "#platform/time/dates.ts";
import {
  countDemonstrationOrders,
  plansEverOrdered,
} from "../demonstration/demonstration-numbers.server.ts";
import { type Order, orderStatuses, paymentStatuses } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import {
  everyOrder,
  isFiltered,
  numberSearched,
  type OrderKey,
  type OrderSearch,
  type OrderSort,
  orderSorts,
  type StandingFilter,
} from "./order-search.ts";
import { beginWordsOf, nameKeyOf, wordsOf } from "./order-search-tables.server.ts";
import {
  countOf,
  facetPartition,
  filteredSource,
  gatherLimit,
  gatherOrders,
  type OrderFilter,
  type OrderSource,
  type Partition,
  partitionSource,
  readKeys,
  reviewPartition,
  selectInChunks,
  sortKeys,
  type TimeSpan,
  wordPartition,
} from "./partitions.server.ts";
import {
  isDecidedByStatuses,
  isOnlyInReview,
  mayPass,
  type StandingTime,
  standingFilter,
} from "./standing-filter.server.ts";

function timeSpanOf({ from, to }: OrderSearch, timeZone: string): TimeSpan | null {
  if (from === null && to === null) return null;
  return {
    from: from === null ? 0 : startOfDay(from, timeZone),
    before: to === null ? Number.MAX_SAFE_INTEGER : startOfDay(addDays(to, 1), timeZone),
  };
}

/** Statuses that an order of the search can have. */
function statusPairs(search: OrderSearch) {
  const payments = search.payment === null ? paymentStatuses : [search.payment];
  const statuses = search.status === null ? orderStatuses : [search.status];
  return payments
    .flatMap((payment) => statuses.map((status) => [payment, status] as const))
    .filter(([payment, status]) => mayPass(search, payment, status));
}

async function partitionsOf(
  queries: Queries,
  search: OrderSearch,
  sort: OrderSort,
  span: TimeSpan | null,
): Promise<Partition[]> {
  const plans = search.plan === null ? await plansEverOrdered(queries) : [search.plan];
  const facets = plans.flatMap((plan) =>
    statusPairs(search).map(([payment, status]) => ({ plan, payment, status })),
  );
  return facets.map((facet) => {
    const isInReview = isOnlyInReview(search, facet.payment, facet.status);
    return (isInReview ? reviewPartition : facetPartition)(facet, orderSorts[sort].by, span);
  });
}

/**
 * True when the columns of an order pass the filters; does not check the standing. For orders that
 * were read through an index without the columns of the filters.
 */
function passesFilters(order: Order, search: OrderSearch, span: TimeSpan | null): boolean {
  const { payment, status, plan } = search;
  return (
    mayPass(search, order.paymentStatus, order.orderStatus) &&
    (payment === null || payment === order.paymentStatus) &&
    (status === null || status === order.orderStatus) &&
    (plan === null || plan === order.packageName) &&
    (span === null || (order.placedAt >= span.from && order.placedAt < span.before))
  );
}

/** `sort` differs from the requested sort when no index supports that sort for the search. */
type MatchingOrders =
  /** Every order, by number. */
  | { readonly kind: "every"; readonly sort: OrderSort }
  /** Few orders match: `numbers` contains all of their order numbers. */
  | { readonly kind: "known"; readonly sort: OrderSort; readonly numbers: readonly number[] }
  /** Many orders match: `source` reads a part of the list from any position. */
  | { readonly kind: "open"; readonly sort: OrderSort; readonly source: OrderSource };

const countLimit = 1000;

/** Chooses the index from which the orders of a search are read. No search scans a whole table. */
export async function findMatchingOrders(
  queries: Queries,
  search: OrderSearch,
  time: StandingTime,
): Promise<MatchingOrders> {
  const { sort } = search;
  const span = timeSpanOf(search, time.calendar.timeZone);
  // Order numbers follow the time of placing, except the high numbers of demonstration orders.
  const isByNumber =
    !isFiltered(search) &&
    orderSorts[sort].by === "date" &&
    (await countDemonstrationOrders(queries)) === 0;
  if (isByNumber) return { kind: "every", sort };
  const inStanding = isDecidedByStatuses(search, statusPairs(search))
    ? null
    : standingFilter(queries, search, time);
  if (search.q !== "") return findByWords(queries, search, span, inStanding);
  if (inStanding !== null) return findByStanding(queries, search, span, inStanding);
  if (span !== null && orderSorts[sort].by !== "date") return findInTimeSpan(queries, search, span);
  const partitions = await partitionsOf(queries, search, sort, span);
  const { descending } = orderSorts[sort];
  const range = { from: null, descending, limit: countLimit + 1 };
  const first = await readKeys(queries, partitions, range);
  if (first.length > countLimit) {
    const source = partitionSource(queries, partitions, { descending, atLeast: first.length });
    return { kind: "open", sort, source };
  }
  return { kind: "known", sort, numbers: first.map(({ number }) => number) };
}

/**
 * No index contains the stage, because the stage is computed from events; only the orders in review
 * have an index. Computes the standings of all candidates if there are at most `gatherLimit`,
 * otherwise of at most `gatherLimit` candidates for each page.
 */
async function findByStanding(
  queries: Queries,
  search: OrderSearch,
  span: TimeSpan | null,
  inStanding: OrderFilter,
): Promise<MatchingOrders> {
  const byDate = await partitionsOf(queries, search, "newest", span);
  const gathered = await gatherOrders(queries, byDate, inStanding);
  if (gathered !== null) return known(gathered, search.sort);
  // No index combines a time span with a sort by amount or name.
  const isSortable = span === null || orderSorts[search.sort].by === "date";
  const sort = isSortable ? search.sort : "newest";
  const partitions = await partitionsOf(queries, search, sort, span);
  const { descending } = orderSorts[sort];
  const source = filteredSource(queries, partitions, descending, inStanding, gatherLimit);
  return { kind: "open", sort, source };
}

/** Orders that pass the filters by standing, oldest first. Applies no other filter. */
export async function standingSource(
  queries: Queries,
  filter: StandingFilter,
  time: StandingTime,
): Promise<OrderSource> {
  const search = { ...everyOrder, ...filter };
  const partitions = await partitionsOf(queries, search, "oldest", null);
  return filteredSource(queries, partitions, false, standingFilter(queries, filter, time));
}

/**
 * No index combines a time span with a sort by amount or name. Few orders are therefore sorted in
 * memory, and many orders are returned newest first.
 */
async function findInTimeSpan(
  queries: Queries,
  search: OrderSearch,
  span: TimeSpan,
): Promise<MatchingOrders> {
  const partitions = await partitionsOf(queries, search, "newest", span);
  const gathered = await gatherOrders(queries, partitions, async (orders) => orders);
  if (gathered !== null) return known(gathered, search.sort);
  const options = { descending: true, atLeast: gatherLimit + 1 };
  return { kind: "open", sort: "newest", source: partitionSource(queries, partitions, options) };
}

async function findByWords(
  queries: Queries,
  search: OrderSearch,
  span: TimeSpan | null,
  inStanding: OrderFilter | null,
): Promise<MatchingOrders> {
  const { sort } = search;
  const filterWith =
    (accepts: (order: Order) => boolean): OrderFilter =>
    async (orders) => {
      const accepted = orders.filter(
        (order) => passesFilters(order, search, span) && accepts(order),
      );
      return inStanding === null ? accepted : inStanding(accepted);
    };
  const number = numberSearched(search.q);
  const numbered = number === null ? [] : await selectOrdersByNumber(queries, [number]);
  if (numbered.length > 0) return known(await filterWith(() => true)(numbered), sort);
  const words = wordsOf(search.q);
  if (words.length === 0) return known([], sort);
  const filter = filterWith((order) => beginWordsOf(words, order));
  const numbers = await numbersWithAnyWord(queries, words);
  if (numbers !== null) return known(await selectInChunks(queries, numbers, filter), sort);
  // Every word occurs in too many orders. Filters can still leave few orders, which are then sorted
  // in memory.
  const dateSort = orderSorts[sort].by === "date" ? sort : "newest";
  const inFilter = await partitionsOf(queries, search, dateSort, span);
  const { descending } = orderSorts[dateSort];
  if (isFiltered({ ...search, q: "" })) {
    const gathered = await gatherOrders(queries, inFilter, filter);
    if (gathered !== null) return known(gathered, sort);
  }
  const partitions = (await commonWordPartitions(queries, words, span)) ?? inFilter;
  const source = filteredSource(queries, partitions, descending, filter);
  return { kind: "open", sort: dateSort, source };
}

/**
 * Maximum number of different words that begin with a prefix. A prefix with more words is too
 * common for a lookup.
 */
const maximumPartitions = 32;
/**
 * Number of newest orders to read for each prefix, in order to estimate how rare the prefix is. The
 * rarer the prefix, the further back these orders reach.
 */
const sampleSize = 100;

/**
 * Order numbers of all orders that contain a word with the rarest of these prefixes; null when each
 * prefix has more than `gatherLimit` rows in the table of words.
 */
async function numbersWithAnyWord(
  queries: Queries,
  prefixes: readonly string[],
): Promise<number[] | null> {
  const withPrefix = (prefix: string) =>
    queries
      .selectFrom("order_words")
      .select("number")
      .where("word", ">=", prefix)
      .where("word", "<", `${prefix}\u{10ffff}`);
  let rarest: string | null = null;
  let least = gatherLimit + 1;
  for (const prefix of prefixes) {
    // Counts in the index, without reading the rows of the many prefixes that are too common.
    const count = await countOf(queries, withPrefix(prefix).limit(least));
    if (count < least) [rarest, least] = [prefix, count];
  }
  if (rarest === null) return null;
  const rows = await withPrefix(rarest).execute();
  return [...new Set(rows.map(({ number }) => number))];
}

/**
 * Partitions of all words that begin with the rarest of these prefixes; null when each prefix has
 * more than `maximumPartitions` words.
 */
async function commonWordPartitions(
  queries: Queries,
  prefixes: readonly string[],
  span: TimeSpan | null,
): Promise<Partition[] | null> {
  let rarest: { partitions: Partition[]; since: number } | null = null;
  for (const prefix of prefixes) {
    const range = { prefix, limit: maximumPartitions + 1 };
    const words = await distinctValues(queries, "order_words", range);
    if (words.length > maximumPartitions) continue;
    const partitions = words.map((word) => wordPartition(word, span));
    const newest = { from: null, descending: true, limit: sampleSize };
    const since = Number((await readKeys(queries, partitions, newest)).at(-1)?.value ?? 0);
    if (rarest === null || since < rarest.since) rarest = { partitions, since };
  }
  return rarest?.partitions ?? null;
}

function known(orders: readonly Order[], sort: OrderSort): MatchingOrders {
  return { kind: "known", sort, numbers: sortedNumbers(orders, sort) };
}

function sortedNumbers(orders: readonly Order[], sort: OrderSort): number[] {
  const keys = orders.map((order) => keyOf(order, sort));
  return sortKeys(keys, orderSorts[sort].descending).map(({ number }) => number);
}

function keyOf(order: Order, sort: OrderSort): OrderKey {
  return { value: sortValue[orderSorts[sort].by](order), number: order.number };
}

/** Must return the values of the columns in `sortColumns`. */
const sortValue = {
  date: ({ placedAt }: Order) => placedAt,
  amount: ({ priceCents }: Order) => priceCents,
  name: ({ customerName }: Order) => nameKeyOf(customerName),
};

interface NumbersBeside {
  /** Number of the previous order; null for the first order of the list. */
  readonly previous: number | null;
  readonly next: number | null;
}

const effort = 10_000;

/**
 * Order numbers of the previous and the next order in the list of a search. An order that was
 * changed and no longer matches the search still has a position in the list.
 */
export async function numbersBeside(
  queries: Queries,
  search: OrderSearch,
  time: StandingTime,
  order: Order,
): Promise<NumbersBeside> {
  const matching = await findMatchingOrders(queries, search, time);
  const { sort } = matching;
  if (matching.kind === "every") {
    const step = orderSorts[sort].descending ? 1 : -1;
    return { previous: order.number + step, next: order.number - step };
  }
  if (matching.kind === "known") {
    const { numbers } = matching;
    const all = numbers.includes(order.number)
      ? numbers
      : sortedNumbers([...(await selectInChunks(queries, numbers)), order], sort);
    const index = all.indexOf(order.number);
    return { previous: all[index - 1] ?? null, next: all[index + 1] ?? null };
  }
  const { source } = matching;
  const nearest = async (descending: boolean) => {
    const { keys } = await source.read({ from: keyOf(order, sort), descending, limit: 1, effort });
    return keys[0]?.number ?? null;
  };
  const [previous, next] = await Promise.all([
    nearest(!source.descending),
    nearest(source.descending),
  ]);
  return { previous, next };
}
