import { z } from "zod";
import { longestReference } from "#orders/order.ts";
import { AppError } from "#platform/errors.ts";
import { centsFromTyped } from "#platform/money.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { isDay } from "#platform/time/calendar.ts";
import { dayOf, instantOn } from "#platform/time/dates.ts";

/** An amount as typed: "49", "49.00", "49,00", "$49.00" or "1,499". */
export const amountField = z
  .string("Enter an amount such as 49.00.")
  .transform((amount) => centsFromTyped(amount) ?? 0)
  .pipe(z.int().positive("Enter an amount such as 49.00."));

export const manualEntryFields = {
  amount: amountField,
  date: z.string("Enter the date.").refine(isDay, "Choose a day, such as 2026-11-20."),
  reference: z
    .string("Enter a reference.")
    .overwrite(trimmed)
    .min(1, "Enter a reference, such as the number of the transfer.")
    .max(longestReference, `A reference has at most ${longestReference} characters.`)
    .refine(isPlainText, "The reference has characters that cannot be shown."),
};

/** First possible date of a payment or refund, and the error message for an earlier date. */
export interface FirstDay {
  readonly day: string;
  readonly reason: string;
}

/**
 * Unix milliseconds of a date. Throws "invalid" for a date in the future or before `first`, because
 * a wrong ledger entry cannot be corrected.
 */
export function instantOfDay(
  day: string,
  first: FirstDay,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): number {
  const today = dayOf(now, timeZone);
  if (day > today) throw notThatDay("This date is in the future.");
  if (day < first.day) throw notThatDay(first.reason);
  return day === today ? now : instantOn(day, timeZone);
}

function notThatDay(message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path: "date", message }] });
}
