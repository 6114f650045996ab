import { isDay, lastDayOf } from "#platform/time/calendar.ts";
import { dayOf, startOfDay } from "#platform/time/dates.ts";

/** Such as "2026-11". */
export type Month = string;

/** Rows and entries of a month that its page shows. */
export const mostShown = 100;

export function isMonth(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`);
}

export function monthOfDay(day: string): Month {
  return day.slice(0, 7);
}

export function monthOfInstant(at: number, timeZone: string): Month {
  return monthOfDay(dayOf(at, timeZone));
}

export function monthAfter(month: Month, months = 1): Month {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + number - 1 + months;
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
}

export function daysOfMonth(month: Month): { readonly first: string; readonly last: string } {
  const first = `${month}-01`;
  return { first, last: lastDayOf("month", first) };
}

/** First instants of a month and of the next. */
export function boundsOf(
  month: Month,
  timeZone: string,
): { readonly from: number; readonly until: number } {
  return {
    from: startOfDay(`${month}-01`, timeZone),
    until: startOfDay(`${monthAfter(month)}-01`, timeZone),
  };
}

const names = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** "November 2026". */
export function monthName(month: Month): string {
  return names.format(Date.parse(`${month}-01`));
}
