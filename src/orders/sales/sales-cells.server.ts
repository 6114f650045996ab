import type { Queries } from "../../platform/database/database.ts";
import { lastDayOf } from "../../platform/time/calendar.ts";
import type { OrderStatus, PaymentStatus } from "../order.ts";
import { type Days, stepsOf } from "./sales-range.ts";

/** Sums of the orders of one kind in one day or one whole month. */
export interface SalesCell {
  /** First day of the period. */
  readonly day: string;
  readonly packageName: string;
  readonly paymentStatus: PaymentStatus;
  readonly orderStatus: OrderStatus;
  readonly orders: number;
  readonly cents: number;
}

/** Sums of a range by day. */
export async function cellsByDay(queries: Queries, { from, to }: Days): Promise<SalesCell[]> {
  return cellsOf(queries, "day", from, to);
}

/** Sums of a range by month, and by day for months that the range cuts. */
export async function cellsByMonth(queries: Queries, range: Days): Promise<SalesCell[]> {
  const months = stepsOf(range, "month");
  const isWhole = ({ from, to }: Days) => from.endsWith("-01") && to === lastDayOf("month", to);
  const whole = months.filter(isWhole);
  const first = whole[0];
  const last = whole.at(-1);
  const cells = await Promise.all([
    ...months.filter((month) => !isWhole(month)).map((part) => cellsByDay(queries, part)),
    ...(first && last ? [cellsOf(queries, "month", monthOf(first), monthOf(last))] : []),
  ]);
  return cells.flat();
}

async function cellsOf(
  queries: Queries,
  grain: "month" | "day",
  from: string,
  to: string,
): Promise<SalesCell[]> {
  const rows = await queries
    .selectFrom("order_sums")
    .selectAll()
    .where("grain", "=", grain)
    .where("period", ">=", from)
    .where("period", "<=", to)
    .where("orders", ">", 0)
    .execute();
  return rows.map((row) => ({
    day: grain === "month" ? `${row.period}-01` : row.period,
    packageName: row.package_name,
    paymentStatus: row.payment_status,
    orderStatus: row.order_status,
    orders: row.orders,
    cents: row.cents,
  }));
}

/** Day of the first dated order; undefined when there is none. */
export async function firstDayOfSales(queries: Queries): Promise<string | undefined> {
  const first = await queries
    .selectFrom("order_sums")
    .select("period")
    .where("grain", "=", "day")
    .where("orders", ">", 0)
    .orderBy("period")
    .limit(1)
    .executeTakeFirst();
  return first?.period;
}

/** Names of all plans that were ever ordered, sorted. */
export async function plansEverSold(queries: Queries): Promise<string[]> {
  const plans = await queries
    .selectFrom("order_sums")
    .select("package_name")
    .distinct()
    .where("grain", "=", "ever")
    .execute();
  return plans.map((plan) => plan.package_name).sort();
}

function monthOf({ from }: Days): string {
  return from.slice(0, 7);
}
