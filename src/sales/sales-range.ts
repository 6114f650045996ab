import { addDays, daysFrom, isDay, lastDayOf, mondayOf } from "../platform/time/calendar.ts";

const rangeNames = ["7", "30", "90", "year", "all", "custom"] as const;
export type RangeName = (typeof rangeNames)[number];

/** Unchecked parameters of the URL. */
export interface RequestedRange {
  readonly range?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

export interface Days {
  /** First and last day, both inclusive, such as "2026-11-20". */
  readonly from: string;
  readonly to: string;
}

export interface SalesRange extends Days {
  readonly name: RangeName;
}

/**
 * An invalid request gives the last 30 days. The two days of a custom range can come in either
 * sequence. Days before the first order or after today are moved to the nearest valid day.
 */
export function salesRangeOf(asked: RequestedRange, today: string, firstDay: string): SalesRange {
  const first = firstDay < today ? firstDay : today;
  const name = rangeNames.find((known) => known === asked.range);
  if (name === undefined || name === "custom") {
    const own = [asked.from, asked.to].filter((day) => typeof day === "string" && isDay(day));
    if (own.length > 0) return customRange(asked, today, first);
  }
  switch (name) {
    case "year":
      return { name, from: `${today.slice(0, 4)}-01-01`, to: today };
    case "all":
      return { name, from: first, to: today };
    case "7":
    case "90":
      return { name, from: addDays(today, 1 - Number(name)), to: today };
    default:
      return { name: "30", from: addDays(today, -29), to: today };
  }
}

function customRange({ from, to }: RequestedRange, today: string, first: string): SalesRange {
  const within = (day: string | null | undefined, otherwise: string) => {
    if (typeof day !== "string" || !isDay(day)) return otherwise;
    if (day < first) return first;
    return day > today ? today : day;
  };
  const [earlier = first, later = today] = [within(from, first), within(to, today)].sort();
  return { name: "custom", from: earlier, to: later };
}

/** The preceding range with the same number of days; null for the range "all". */
export function rangeBefore({ name, from, to }: SalesRange): Days | null {
  if (name === "all") return null;
  return { from: addDays(from, -daysFrom(from, to)), to: addDays(from, -1) };
}

/** Period of one bar in a chart. */
export type Step = "day" | "week" | "month" | "year";

/** A longer range gets longer periods, so that a chart has few bars. */
export function stepOf({ from, to }: Days): Step {
  const days = daysFrom(from, to);
  if (days <= 31) return "day";
  if (days <= 26 * 7) return "week";
  return days <= 5 * 366 ? "month" : "year";
}

/**
 * The periods of a range. The first and the last period are shorter when the range begins or ends
 * in the middle of a period.
 */
export function stepsOf({ from, to }: Days, step: Step): Days[] {
  const steps: Days[] = [];
  for (let first = from; first <= to; ) {
    const end = endOf(step, first);
    const last = end < to ? end : to;
    steps.push({ from: first, to: last });
    first = addDays(last, 1);
  }
  return steps;
}

function endOf(step: Step, day: string): string {
  if (step === "day") return day;
  return step === "week" ? addDays(mondayOf(day), 6) : lastDayOf(step, day);
}
