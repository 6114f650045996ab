import type { Order } from "#orders/order.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { startOfDay } from "#platform/time/dates.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import type { Period } from "../model/cycle-dates.ts";
import { type Suspension, suspensionsOf } from "../model/subscription-state.ts";

interface NewCycle {
  readonly id: string;
  readonly number: number;
  readonly period: Period;
  readonly order: Order;
  readonly timeZone: string;
}

/** Stores a cycle with its order, or gives a withdrawn cycle of the period another order. */
export async function insertCycle(
  tx: WriteTransaction,
  { id, number, period, order, timeZone }: NewCycle,
): Promise<void> {
  await tx
    .insertInto("subscription_cycles")
    .values({
      subscription_id: id,
      number,
      order_id: order.id,
      price_cents: order.priceCents,
      made_at: order.placedAt,
      ...(await periodColumns(tx, period, timeZone)),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["subscription_id", "period_start"])
        .doUpdateSet((set) => ({
          order_id: set.ref("excluded.order_id"),
          price_cents: set.ref("excluded.price_cents"),
          made_at: set.ref("excluded.made_at"),
          due_at: set.ref("excluded.due_at"),
          suspends_at: set.ref("excluded.suspends_at"),
          period_end: set.ref("excluded.period_end"),
          withdrawn_at: null,
        }))
        .where("subscription_cycles.withdrawn_at", "is not", null),
    )
    .execute();
}

/** Those of the orders that pay for a period after the first one. */
export async function laterPeriods(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await queries
    .selectFrom("subscription_cycles")
    .select(["order_id", "number"])
    .where("order_id", "in", orderIds)
    .execute();
  return new Set(rows.flatMap(({ order_id, number }) => (Number(number) > 1 ? [order_id] : [])));
}

/** The columns of a cycle that its period decides. */
export async function periodColumns(queries: Queries, { start, end }: Period, timeZone: string) {
  const graceDays = await readSetting({}, queries, "subscriptionGraceDays");
  return {
    period_start: start,
    period_end: end,
    due_at: startOfDay(start, timeZone),
    suspends_at: startOfDay(addDays(start, graceDays), timeZone),
  };
}

/**
 * Times in which the plans of orders were not paid after the grace, by order id. Has no entry for an
 * order without a subscription.
 */
export async function suspensionsByOrder(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Suspension[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("subscription_cycles as own")
    .innerJoin("subscription_cycles as cycle", "cycle.subscription_id", "own.subscription_id")
    .innerJoin("subscriptions", "subscriptions.id", "own.subscription_id")
    .innerJoin("orders", "orders.id", "cycle.order_id")
    .select(["own.order_id as orderId", "cycle.suspends_at as suspendsAt"])
    .select(["orders.payment_status as paymentStatus", "orders.paid_at as paidAt"])
    .select(["subscriptions.id as subscriptionId", "subscriptions.ended_at as endedAt"])
    .where("own.order_id", "in", orderIds)
    .execute();
  const ids = [...new Set(rows.map(({ subscriptionId }) => subscriptionId))];
  const disputes = await disputesOf(queries, ids);
  const grouped = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map(
    [...grouped].map(([id, cycles]) => {
      const { endedAt = null, subscriptionId = "" } = cycles[0] ?? {};
      return [id, suspensionsOf(cycles, disputes.get(subscriptionId) ?? [], endedAt)];
    }),
  );
}

/** When payments were taken back, and when that was over, by subscription, oldest first. */
async function disputesOf(queries: Queries, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await queries
    .selectFrom("subscription_events")
    .select(["subscription_id as subscriptionId", "kind", "at"])
    .where("subscription_id", "in", ids)
    .where("kind", "in", ["dispute-began", "dispute-ended"])
    .orderBy("subscription_id")
    .orderBy("at")
    .orderBy("id")
    .execute();
  return Map.groupBy(rows, ({ subscriptionId }) => subscriptionId);
}

/** Id of the subscription that an order belongs to; undefined for a single order. */
export async function subscriptionIdOf(
  queries: Queries,
  orderId: string,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom("subscription_cycles")
    .select("subscription_id as id")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.id;
}

/** True for an order of a later period than the first: its subscription makes and withdraws it. */
export async function isLaterCycle(queries: Queries, orderId: string): Promise<boolean> {
  const cycle = (await cyclesOfOrders(queries, [orderId])).get(orderId);
  return cycle !== undefined && cycle.number > 1;
}

/** Cycles by their orders. Has no entry for a single order. */
export async function cyclesOfOrders(queries: Queries, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, never>();
  const rows = await queries
    .selectFrom("subscription_cycles")
    .select(["order_id as orderId", "subscription_id as subscriptionId", "number"])
    .select(["period_start as start", "period_end as end"])
    .where("order_id", "in", orderIds)
    .execute();
  return new Map(rows.map((row) => [row.orderId, row]));
}
