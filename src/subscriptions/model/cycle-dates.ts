import {
  daysToFirstPayment,
  daysToPayAhead,
  monthsOfCycle,
  type RepeatedInterval,
} from "#content/model/plan-interval.ts";
import { addDays, lastDayOf } from "#platform/time/calendar.ts";

/** Calendar days from `start` to the day before `end`, in the site's time zone. */
export interface Period {
  readonly start: string;
  /** First day of the period that follows. */
  readonly end: string;
}

/** What decides on which days the periods of a subscription start. */
export interface Rhythm {
  readonly charged: RepeatedInterval;
  /**
   * Day of the month on which periods start, from 1 to 31. In a shorter month, a period starts on
   * the last day, and the next one starts on the anchor day again.
   */
  readonly anchorDay: number;
}

export function anchorDayOf(day: string): number {
  return Number(day.slice(8));
}

/** The period that starts on a day. */
export function periodFrom(start: string, { charged, anchorDay }: Rhythm): Period {
  return { start, end: inLaterMonth(start, monthsOfCycle[charged], anchorDay) };
}

/** The first period, counted from a start of periods, that starts on `earliest` or later. */
export function periodNotBefore(from: string, earliest: string, rhythm: Rhythm): Period {
  const months = monthsOfCycle[rhythm.charged];
  const years = Number(earliest.slice(0, 4)) - Number(from.slice(0, 4));
  const apart = years * 12 + Number(earliest.slice(5, 7)) - Number(from.slice(5, 7));
  // One interval less than the distance, because the anchor day can be later in its month.
  let skipped = Math.max(0, Math.floor(apart / months) - 1);
  const nth = () => (skipped === 0 ? from : inLaterMonth(from, skipped * months, rhythm.anchorDay));
  while (nth() < earliest) skipped += 1;
  return periodFrom(nth(), rhythm);
}

/** The day on which the order of a period is made, when the customer pays by hand. */
export function noticeDay(periodStart: string): string {
  return addDays(periodStart, -daysToPayAhead);
}

/** The last day on which a plan that was ordered on this day can be paid for the first time. */
export function lastDayToPay(orderedOn: string): string {
  return addDays(orderedOn, daysToFirstPayment);
}

/** The anchor day of the month that is `months` later, or the last day of that month. */
function inLaterMonth(day: string, months: number, anchorDay: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const first = `${pad(Math.floor(month / 12), 4)}-${pad((month % 12) + 1, 2)}-01`;
  const last = lastDayOf("month", first);
  return anchorDay >= anchorDayOf(last) ? last : `${first.slice(0, 8)}${pad(anchorDay, 2)}`;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}
