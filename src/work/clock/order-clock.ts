import { dayNumberOf, dayOfNumber, weekdayOfNumber } from "#platform/time/calendar.ts";
import { dayOf } from "#platform/time/dates.ts";
import { type OrderStage, waitsFor } from "#stages/order-stage.ts";
import type { Suspension } from "#subscriptions/model/subscription-state.ts";
import type { StageChange } from "./stage-changes.ts";

export interface WorkCalendar {
  /** Time zone of the site, which decides when a day begins. */
  readonly timeZone: string;
  /** Worked weekdays, 1 for Monday to 7 for Sunday; at least one. */
  readonly weekdays: readonly number[];
  /** Days without work, such as "2026-12-25". */
  readonly closedDays: readonly string[];
}

/** Why the clock stands still: what the customer has to do. */
type Pause = "brief" | "question" | "review" | "payment";

export interface OrderClock {
  readonly stage: OrderStage;
  /** Working days that the team has used, including today. */
  readonly day: number;
  /** Working days that the plan promised; 0 for none. */
  readonly workingDays: number;
  /**
   * Working days on which the clock stood still, by reason. Days on which the payment was refunded
   * or reversed are not counted.
   */
  readonly stoodStill: Readonly<Record<Pause, number>>;
  /**
   * Day on which the promised working days end, such as "2026-12-04", if the clock runs from now
   * on; null without a promise, and while a delivery waits for the customer.
   */
  readonly dueDay: string | null;
  readonly isOverdue: boolean;
  /** True while the clock stands still because a later period of the plan is not paid. */
  readonly isSuspended: boolean;
}

interface ClockOptions {
  readonly workingDays: number;
  readonly calendar: WorkCalendar;
  readonly now: number;
  /** Times in which the order's plan was not paid, after the days of grace. */
  readonly suspensions?: readonly Suspension[];
}

/**
 * The clock of an order, computed from its stages. A working day counts if the clock runs when the
 * day begins: the day of the payment does not count, and a question that is answered on the same
 * day stops nothing. Null for an order for which nothing is left to do.
 */
export function orderClock(
  changes: readonly StageChange[],
  { workingDays, calendar, now, suspensions = [] }: ClockOptions,
): OrderClock | null {
  const dayNumberAt = (at: number) => dayNumberOf(dayOf(at, calendar.timeZone));
  const dated = changes.map(({ at, stage }) => ({ day: dayNumberAt(at), stage }));
  const [first] = dated;
  const stage = dated.at(-1)?.stage;
  if (first === undefined || stage === undefined || waitsFor[stage] === null) return null;
  const closed = new Set(calendar.closedDays.map(dayNumberOf));
  const isWorked = (day: number) =>
    calendar.weekdays.includes(weekdayOfNumber(day)) && !closed.has(day);
  const today = dayNumberAt(now);
  const stops = suspensions.map(({ from, until }) => ({
    from: dayNumberAt(from),
    until: until === null ? Number.POSITIVE_INFINITY : dayNumberAt(until),
  }));
  const isStopped = (day: number) => stops.some(({ from, until }) => from <= day && day <= until);
  let used = 0;
  const stoodStill = { brief: 0, question: 0, review: 0, payment: 0 };
  let next = 0;
  let before: OrderStage = first.stage;
  let dueDay: number | null = null;
  for (let day = first.day + 1; day <= today; day += 1) {
    for (let change = dated[next]; change && change.day < day; change = dated[++next]) {
      before = change.stage;
    }
    if (!isWorked(day)) continue;
    if (waitsFor[before] === "team" && isStopped(day)) stoodStill.payment += 1;
    else if (waitsFor[before] === "team") {
      used += 1;
      if (used === workingDays) dueDay = day;
    } else if (waitsFor[before] === "customer") stoodStill[pauseIn(before)] += 1;
  }
  let left = workingDays - used;
  for (let day = today; left > 0; ) {
    day += 1;
    if (!isWorked(day)) continue;
    left -= 1;
    if (left === 0) dueDay = day;
  }
  const isDue = stage !== "in-review";
  const isSuspended = suspensions.some(
    ({ from, until }) => from <= now && (until === null || until > now),
  );
  return {
    stage,
    day: used,
    workingDays,
    stoodStill,
    dueDay: isDue && dueDay !== null ? dayOfNumber(dueDay) : null,
    isOverdue: waitsFor[stage] === "team" && !isSuspended && dueDay !== null && today > dueDay,
    isSuspended,
  };
}

function pauseIn(stage: OrderStage): Pause {
  if (stage === "awaiting-brief") return "brief";
  return stage === "waiting-for-customer" ? "question" : "review";
}
