import type { Database, Queries } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import type { Clock } from "#platform/time/clock.ts";
import { dayOf } from "#platform/time/dates.ts";
import type { OrderStatus, PaymentStatus } from "../order.ts";
import type { WorkCalendar } from "../room/clock/order-clock.ts";
import { type OrderStanding, orderStandings } from "../room/clock/order-standings.server.ts";
import { type OrderStage, stagesWith, waitsFor } from "../room/stage/order-stage.ts";
import type { Assignment, DueTime, StandingFilter } from "./order-search.ts";
import type { OrderFilter } from "./partitions.server.ts";

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

/** Stages in which an order can have a due day. */
const stagesWithDueDay: readonly OrderStage[] = [
  "awaiting-brief",
  "ready",
  "in-work",
  "waiting-for-customer",
];

function mayBeInStage({ stage, due, waitsFor: side }: StandingFilter, own: OrderStage): boolean {
  return (
    (stage === null || stage === own) &&
    (side === null || side === waitsFor[own]) &&
    (due === null || stagesWithDueDay.includes(own))
  );
}

/** False when no order with these statuses passes the filters, whatever its events are. */
export function mayPass(
  filter: StandingFilter,
  payment: PaymentStatus,
  status: OrderStatus,
): boolean {
  return stagesWith(payment, status).some((stage) => mayBeInStage(filter, stage));
}

/** True when all orders with these statuses that can pass the filters are in review. */
export function isOnlyInReview(
  filter: StandingFilter,
  payment: PaymentStatus,
  status: OrderStatus,
): boolean {
  const stages = stagesWith(payment, status).filter((stage) => mayBeInStage(filter, stage));
  return stages.length > 0 && stages.every((stage) => stage === "in-review");
}

/**
 * True when every order with one of these statuses passes the filters, so that no standing has to
 * be computed.
 */
export function isDecidedByStatuses(
  filter: StandingFilter,
  statuses: readonly (readonly [PaymentStatus, OrderStatus])[],
): boolean {
  const stages = statuses.flatMap(([payment, status]) => stagesWith(payment, status));
  return (
    filter.due === null &&
    filter.assigned === null &&
    stages.every((stage) => mayBeInStage(filter, stage))
  );
}

/** The number of queries does not depend on the number of orders. */
export function standingFilter(
  queries: Queries,
  filter: StandingFilter,
  { calendar, now }: StandingTime,
): OrderFilter {
  const today = dayOf(now, calendar.timeZone);
  return async (orders) => {
    const candidates = orders.filter(
      ({ paymentStatus, orderStatus, assigneeId }) =>
        mayPass(filter, paymentStatus, orderStatus) && isAssignedTo(filter.assigned, assigneeId),
    );
    if (filter.stage === null && filter.due === null && filter.waitsFor === null) return candidates;
    const standings = await orderStandings(queries, candidates, { calendar, now });
    return candidates.filter(({ id }) => {
      const standing = standings.get(id);
      return standing !== undefined && passes(filter, standing, today);
    });
  };
}

function isAssignedTo(wanted: Assignment | null, assigneeId: string | null): boolean {
  if (wanted === null) return true;
  if (wanted === "nobody") return assigneeId === null;
  return wanted === "somebody" ? assigneeId !== null : assigneeId === wanted;
}

function passes(filter: StandingFilter, { stage, clock }: OrderStanding, today: string): boolean {
  if (!mayBeInStage(filter, stage)) return false;
  if (filter.due === null) return true;
  return clock !== null && dueTests[filter.due](clock, today);
}

type DueTest = (clock: NonNullable<OrderStanding["clock"]>, today: string) => boolean;

const dueTests: Readonly<Record<DueTime, DueTest>> = {
  overdue: ({ isOverdue }) => isOverdue,
  today: ({ dueDay }, today) => dueDay === today,
  week: ({ dueDay }, today) => dueDay !== null && dueDay >= today && dueDay <= addDays(today, 7),
};
