import { isDay } from "#platform/time/calendar.ts";
import { monthOf } from "#platform/time/dates.ts";

/** Says in which month the invoice of a payment from an earlier month is; "" for the same month. */
export function invoiceMonthHint(paidOn: string, today: string): string {
  if (!isDay(paidOn) || paidOn.slice(0, 7) >= today.slice(0, 7)) return "";
  return `The payment counts in ${monthOf(paidOn)}. Its invoice gets today’s date, in ${monthOf(today)}.`;
}
