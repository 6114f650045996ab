/** Functions for calendar days as texts such as "2026-11-20", which sort by date. */

const dayMs = 24 * 60 * 60 * 1000;

/** False for a day that does not exist, such as "2026-02-30". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = timeOf(text);
  return !Number.isNaN(time) && textOf(time) === text;
}

export function addDays(day: string, days: number): string {
  return textOf(timeOf(day) + days * dayMs);
}

/** Counts both the first and the last day. */
export function daysFrom(first: string, last: string): number {
  return Math.round((timeOf(last) - timeOf(first)) / dayMs) + 1;
}

export function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return ((new Date(timeOf(day)).getUTCDay() + 6) % 7) + 1;
}

/** Days since 1970-01-01, for loops over many days, in which texts are slow. */
export function dayNumberOf(day: string): number {
  return timeOf(day) / dayMs;
}

export function dayOfNumber(dayNumber: number): string {
  return textOf(dayNumber * dayMs);
}

export function weekdayOfNumber(dayNumber: number): number {
  // January 1, 1970 was a Thursday.
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1;
}

export function lastDayOf(stretch: "month" | "year", day: string): string {
  if (stretch === "year") return `${day.slice(0, 4)}-12-31`;
  const inNextMonth = addDays(`${day.slice(0, 7)}-01`, 31);
  return addDays(`${inNextMonth.slice(0, 7)}-01`, -1);
}

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function textOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
