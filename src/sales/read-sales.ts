import { sql } from "kysely";
import {
  type OrderStatus,
  orderStatuses,
  type PaymentStatus,
  paymentStatuses,
} from "../orders/order.ts";
import type { Database, Queries } from "../platform/database/database.ts";
import type { Clock } from "../platform/time/clock.ts";
import { dayOf } from "../platform/time/dates.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import { salesCells, sumOf } from "./sales-days.server.ts";
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
  /** Sums of the preceding range, which has the same number of days; null for the range "all". */
  readonly sumsBefore: SalesSums | null;
  /** Cents of Paid orders, by plan or by order status. */
  readonly sales: readonly Series[];
  /** Numbers of orders, by plan or by payment status. */
  readonly orders: readonly Series[];
  /**
   * Number of orders whose day in the current time zone is not set yet. The sums can lack these
   * orders, or count these orders on a neighbouring day.
   */
  readonly undated: number;
  readonly hasOrders: boolean;
}

/**
 * Sums by the day on which the orders were placed. An invalid range gives the last 30 days. Throws
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

export type Split = "plan" | "status";

/** Values of one plan or status, one value for each period of the range. */
export interface Series {
  readonly name: string;
  /** Position among all plans or statuses. The same position has the same colour in every chart. */
  readonly place: number;
  readonly values: readonly number[];
}

export interface SalesSums {
  /** Sum of the prices of Paid orders. */
  readonly salesCents: number;
  readonly orders: number;
  readonly paidOrders: number;
}

function sumsOf(cells: readonly SalesCell[]): SalesSums {
  const sums = { salesCents: 0, orders: 0, paidOrders: 0 };
  for (const cell of cells) {
    sums.orders += cell.orders;
    if (!isPaid(cell)) continue;
    sums.paidOrders += cell.orders;
    sums.salesCents += cell.cents;
  }
  return sums;
}

interface SeriesRequest {
  readonly cells: readonly SalesCell[];
  readonly steps: readonly Days[];
  readonly split: Split;
  readonly plans: readonly string[];
}

/** Leaves out plans and statuses without orders in the range. */
function seriesOf({ cells, steps, split, plans }: SeriesRequest) {
  const cents = (cell: SalesCell) => (isPaid(cell) ? cell.cents : 0);
  const count = ({ orders }: SalesCell) => orders;
  return split === "plan"
    ? {
        sales: stack(plans, "packageName", cents),
        orders: stack(plans, "packageName", count),
      }
    : {
        sales: stack(orderStatuses, "orderStatus", cents),
        orders: stack(paymentStatuses, "paymentStatus", count),
      };

  function stack(
    names: readonly string[],
    kind: "packageName" | "orderStatus" | "paymentStatus",
    amountOf: (cell: SalesCell) => number,
  ): Series[] {
    const series = names.map((name, place) => ({ name, place, values: steps.map(() => 0) }));
    for (const cell of cells) {
      const at = steps.findLastIndex(({ from }) => from <= cell.day);
      const values = series[names.indexOf(cell[kind])]?.values ?? [];
      values[at] = (values[at] ?? 0) + amountOf(cell);
    }
    return series.filter(({ values }) => values.some((value) => value > 0));
  }
}

function isPaid({ paymentStatus }: SalesCell): boolean {
  return paymentStatus === "Paid";
}

/** Sums of the orders of one day or one month that have the same plan and statuses. */
interface SalesCell {
  /** First day with such orders. */
  readonly day: string;
  readonly packageName: string;
  readonly paymentStatus: PaymentStatus;
  readonly orderStatus: OrderStatus;
  readonly orders: number;
  readonly cents: number;
}

/** Cells of the days or, for steps of at least a month, of the months in the range. */
async function cellsFor(queries: Queries, days: Days, step: Step): Promise<SalesCell[]> {
  const isByDay = step === "day" || step === "week";
  const period = isByDay ? sql<string>`day` : sql<string>`substr(day, 1, 7)`;
  return queries
    .selectFrom(salesCells(queries, days))
    .select(({ fn }) => fn.min("day").as("day"))
    .select(["package_name as packageName", "payment_status as paymentStatus"])
    .select(["order_status as orderStatus", sumOf("orders").as("orders")])
    .select(sumOf("cents").as("cents"))
    .groupBy([period, "package_name", "payment_status", "order_status"])
    .execute();
}

async function firstDayOfSales(queries: Queries): Promise<string | undefined> {
  const first = await queries
    .selectFrom(salesCells(queries))
    .select(({ fn }) => fn.min<string | null>("day").as("day"))
    .where("day", ">", "")
    .executeTakeFirst();
  return first?.day ?? undefined;
}

export async function plansEverSold(queries: Queries): Promise<string[]> {
  const plans = await queries
    .selectFrom(salesCells(queries))
    .select("package_name")
    .distinct()
    .execute();
  return plans.map((plan) => plan.package_name).sort();
}
