import { dayOf } from "./dates.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The first instant of a day such as "2026-11-20" in a time zone, also where clocks change at midnight. */
export function startOfDay(day: string, timeZone: string): number {
  // No zone is a whole day away from UTC: between the two, the day begins once.
  let [before, after] = [Date.parse(day) - dayMs, Date.parse(day) + dayMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(middle, timeZone) < day) before = middle;
    else after = middle;
  }
  return after;
}
