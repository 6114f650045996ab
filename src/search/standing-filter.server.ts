import { type RawBuilder, sql } from "kysely";
import type { Database, Queries } from "../platform/database/database.ts";
import { addDays } from "../platform/time/calendar.ts";
import type { Clock } from "../platform/time/clock.ts";
import { dayOf } from "../platform/time/dates.ts";
import { type OrderStage, orderStages, stagesWith, waitsFor } from "../stages/order-stage.ts";
import type { WorkCalendar } from "../work/clock/order-clock.ts";
import { type OrderStanding, orderStandings } from "../work/clock/order-standings.server.ts";
import type { DueTime, StandingFilter } from "./order-search.ts";
import { type MatchingOrders, orderChunks } from "./sorted-orders.server.ts";

export interface SearchDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly calendar: WorkCalendar;
}

/** Calendar and time, on which the standing of an order depends besides its events. */
export interface StandingTime {
  readonly calendar: WorkCalendar;
  readonly now: number;
}

/**
 * Stages of the orders to deliver, which only their events tell apart. Only in these stages can an
 * order have a due day.
 */
const openStages = stagesWith("Paid", "Pending");

const isToDeliver = sql<boolean>`(payment_status = 'Paid' and order_status = 'Pending')`;

/** Conditions of the stages that the columns of an order tell apart. */
const stageConditions: Readonly<Partial<Record<OrderStage, RawBuilder<boolean>>>> = {
  unpaid: sql`payment_status = 'UnPaid'`,
  cancelled: sql`payment_status in ('Cancelled', 'Refunded')`,
  "in-review": sql`(payment_status = 'Paid' and order_status = 'Delivered' and in_review = 1)`,
  accepted: sql`(payment_status = 'Paid' and order_status = 'Delivered' and in_review = 0)`,
};

/**
 * The orders that pass the filters by stage, due time and side. Computes the standings of the
 * orders to deliver, which are few at any time; columns decide about all other orders.
 */
export async function inStanding(
  queries: Queries,
  orders: MatchingOrders,
  filter: StandingFilter,
  time: StandingTime,
): Promise<MatchingOrders> {
  const stages = orderStages.filter((stage) => mayBeInStage(filter, stage));
  if (stages.length === orderStages.length) return orders;
  const conditions = stages.flatMap((stage) => stageConditions[stage] ?? []);
  if (stages.some((stage) => openStages.includes(stage))) {
    const numbers: number[] = [];
    const today = dayOf(time.now, time.calendar.timeZone);
    for await (const chunk of orderChunks(orders.where(isToDeliver), "oldest")) {
      const standings = await orderStandings(queries, chunk, time);
      const passing = chunk.filter(({ id }) => passes(filter, standings.get(id), today));
      numbers.push(...passing.map(({ number }) => number));
    }
    if (numbers.length > 0) conditions.push(sql`number in (${sql.join(numbers)})`);
  }
  if (conditions.length === 0) return orders.where(sql<boolean>`1 = 0`);
  return orders.where(sql<boolean>`(${sql.join(conditions, sql` or `)})`);
}

function mayBeInStage({ stage, due, waitsFor: side }: StandingFilter, own: OrderStage): boolean {
  return (
    (stage === null || stage === own) &&
    (side === null || side === waitsFor[own]) &&
    (due === null || openStages.includes(own))
  );
}

function passes(
  filter: StandingFilter,
  standing: OrderStanding | undefined,
  today: string,
): boolean {
  if (standing === undefined || !mayBeInStage(filter, standing.stage)) return false;
  if (filter.due === null) return true;
  return standing.clock !== null && dueTests[filter.due](standing.clock, today);
}

type DueTest = (clock: NonNullable<OrderStanding["clock"]>, today: string) => boolean;

const dueTests: Readonly<Record<DueTime, DueTest>> = {
  overdue: ({ isOverdue }) => isOverdue,
  today: ({ dueDay }, today) => dueDay === today,
  week: ({ dueDay }, today) => dueDay !== null && dueDay >= today && dueDay <= addDays(today, 7),
};
