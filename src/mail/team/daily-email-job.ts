import { addDays } from "#platform/time/calendar.ts";
import { dayOf, startOfHour } from "#platform/time/dates.ts";
import { dailyHour } from "./daily-hour.ts";

export const dailyEmailJob = "daily-order-email";

export const dailyEmailSubject = (accountId: string, side: "customer" | "team") =>
  `${accountId}:${side}`;

/** The next time of the daily email, at `dailyHour` in the site's time zone. */
export function nextDailyEmail(now: number, timeZone: string): number {
  const today = dayOf(now, timeZone);
  const at = startOfHour(today, dailyHour, timeZone);
  return at > now ? at : startOfHour(addDays(today, 1), dailyHour, timeZone);
}
