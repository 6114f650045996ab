import type { Database, Queries } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { dayOf } from "../../platform/time/dates.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import {
  cellsByDay,
  cellsByMonth,
  firstDayOfSales,
  plansEverSold,
  type SalesCell,
} from "./sales-cells.server.ts";
import {
  type Days,
  type RequestedRange,
  rangeBefore,
  type SalesRange,
  type Step,
  salesRangeOf,
  stepOf,
  stepsOf,
} from "./sales-range.ts";
import { type SalesSums, type Series, type Split, seriesOf, sumsOf } from "./sales-series.ts";

interface ReadSalesDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export interface Sales {
  readonly range: SalesRange;
  /** Time zone whose midnights separate the days. */
  readonly timeZone: string;
  readonly split: Split;
  readonly step: Step;
  readonly steps: readonly Days[];
  readonly sums: SalesSums;
  /** Sums of the same number of days before; null for the range "all". */
  readonly sumsBefore: SalesSums | null;
  /** Cents of Paid orders, by plan or by order status. */
  readonly sales: readonly Series[];
  /** Orders, by plan or by payment status. */
  readonly orders: readonly Series[];
  /** Number of orders that have no day yet and are missing here. */
  readonly undated: number;
  /** True when the shop ever had an order. */
  readonly hasOrders: boolean;
}

/**
 * Sales and orders by the day of the order, for charts. Every requested range has an answer. Throws
 * "unauthenticated" and "forbidden".
 */
export async function readSales(
  { database, clock }: ReadSalesDependencies,
  actor: Actor,
  asked: RequestedRange,
  split: Split,
): Promise<Sales> {
  requireRight(actor, "see every order");
  const queries = database.read;
  const counter = await queries.selectFrom("order_counter").selectAll().executeTakeFirstOrThrow();
  const today = dayOf(clock(), counter.time_zone);
  const range = salesRangeOf(asked, today, (await firstDayOfSales(queries)) ?? today);
  const before = rangeBefore(range);
  const step = stepOf(range);
  const steps = stepsOf(range, step);
  const cells = await cellsFor(queries, range, step);
  return {
    range,
    timeZone: counter.time_zone,
    split,
    step,
    steps,
    sums: sumsOf(cells),
    sumsBefore: before && sumsOf(await cellsFor(queries, before, step)),
    ...seriesOf({ cells, steps, split, plans: await plansEverSold(queries) }),
    undated: counter.to_date_through - counter.dated_through,
    hasOrders: counter.last_number > 0,
  };
}

function cellsFor(queries: Queries, days: Days, step: Step): Promise<SalesCell[]> {
  return step === "day" || step === "week"
    ? cellsByDay(queries, days)
    : cellsByMonth(queries, days);
}
