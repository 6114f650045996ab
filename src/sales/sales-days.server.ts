import { sql } from "kysely";
import type { OrderStatus, PaymentStatus } from "../orders/order.ts";
import { type Database, engineOf, type Queries } from "../platform/database/database.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Clock } from "../platform/time/clock.ts";
import { dayOf } from "../platform/time/dates.ts";
import { startWorker, type Worker } from "../platform/worker.ts";
import { dateNextOrders } from "./date-orders.server.ts";
import type { Days } from "./sales-range.ts";

/**
 * Sums of the orders that were placed on one day and have the same plan and statuses, without
 * demonstration orders.
 */
interface SalesDaysTable {
  /** Day in the site's time zone; "" for orders whose day is not set yet. */
  day: string;
  package_name: string;
  payment_status: PaymentStatus;
  order_status: OrderStatus;
  orders: number;
  /** Sum of the prices. */
  cents: number;
  refunded_cents: number;
  net_cents: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    /** Sums of closed days. */
    sales_days: SalesDaysTable;
    /**
     * Days whose rows in `sales_days` are missing or outdated. Triggers insert a day in the
     * transaction that changes one of its orders.
     */
    unsummed_days: { day: string };
  }
}

/** As a number also on PostgreSQL, whose sum of a bigint is a numeric. */
export const sumOf = (
  column: "orders" | "cents" | "price_cents" | "refunded_cents" | "net_cents",
) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;

/**
 * Query of the sums by day, plan and statuses: the stored rows of the closed days, and a count of
 * the orders of all other days.
 */
export function salesCells(queries: Queries, days: Days = { from: "", to: "9999" }) {
  const unsummed = queries.selectFrom("unsummed_days").select("day");
  return queries
    .selectFrom("sales_days")
    .selectAll()
    .where("day", "not in", unsummed)
    .where("day", ">=", days.from)
    .where("day", "<=", days.to)
    .unionAll(countedCells(queries, days))
    .as("cells");
}

/** Counts the orders of the unsummed days. */
function countedCells(queries: Queries, { from, to }: Days) {
  const columns = ["day", "package_name", "payment_status", "order_status"] as const;
  return (
    queries
      .selectFrom("unsummed_days")
      // A cross join, because SQLite reads its tables in this sequence. The condition is the
      // expression of the index `orders_by_day`.
      .crossJoin("orders")
      .where(sql<boolean>`coalesce(placed_day, '') = day`)
      .where("day", ">=", from)
      .where("day", "<=", to)
      .where("is_demonstration", "=", 0)
      .select(columns)
      .select(({ fn }) => fn.countAll<number>().as("orders"))
      .select(sumOf("price_cents").as("cents"))
      .select([sumOf("refunded_cents").as("refunded_cents"), sumOf("net_cents").as("net_cents")])
      .groupBy(columns)
  );
}

/** Stores the sums of one closed day. Returns false when all closed days have their sums. */
export async function sumNextDay({ database, clock }: SumDependencies): Promise<boolean> {
  const nextDay = async (queries: Queries) => {
    const counter = await queries
      .selectFrom("order_counter")
      .select("time_zone")
      .executeTakeFirstOrThrow();
    return queries
      .selectFrom("unsummed_days")
      .select("day")
      .where("day", "<", dayOf(clock(), counter.time_zone))
      .orderBy("day")
      .limit(1)
      .executeTakeFirst();
  };
  if ((await nextDay(database.read)) === undefined) return false;
  return database.write(
    async (tx) => {
      if (engineOf(tx) === "postgres") {
        await sql`select pg_advisory_xact_lock('sales_days'::regclass::oid::integer, 0)`.execute(
          tx,
        );
      }
      const next = await nextDay(tx);
      if (next === undefined) return false;
      await tx.deleteFrom("sales_days").where("day", "=", next.day).execute();
      await tx
        .insertInto("sales_days")
        .columns([
          "day",
          "package_name",
          "payment_status",
          "order_status",
          "orders",
          "cents",
          "refunded_cents",
          "net_cents",
        ])
        .expression(countedCells(tx, { from: next.day, to: next.day }))
        .execute();
      await tx.deleteFrom("unsummed_days").where("day", "=", next.day).execute();
      return true;
    },
    { inBackground: true },
  );
}

interface SumDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Interval of the worker, which checks repeatedly because other processes change orders too. */
const restMs = 2000;

/** Starts the worker that sets the days of orders, and then stores the sums of closed days. */
export function startSummingDays(dependencies: SumDependencies & { readonly log: Log }): Worker {
  return startWorker({
    name: "sum-days",
    intervalMs: restMs,
    workOnce: async () =>
      (await dateNextOrders(dependencies.database)) || (await sumNextDay(dependencies)),
    log: dependencies.log,
  });
}
