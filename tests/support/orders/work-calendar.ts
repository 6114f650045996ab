import type { WorkCalendar } from "#work/clock/order-clock.ts";

/** Monday to Friday are worked. */
export function workCalendar(timeZone = "UTC"): WorkCalendar {
  return { timeZone, weekdays: [1, 2, 3, 4, 5], closedDays: [] };
}
