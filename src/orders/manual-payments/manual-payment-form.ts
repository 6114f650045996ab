import { z } from "zod";
import { AppError } from "../../platform/errors.ts";
import { isPlainText, trimmed } from "../../platform/texts/plain-text.ts";
import { isDay } from "../../platform/time/calendar.ts";
import { dayOf, instantOn } from "../../platform/time/dates.ts";
import { amountField } from "./amount-field.ts";
import { longestReference } from "./longest-reference.ts";

/** What is the same for all money that moved past the payment providers. */
export const outsideFields = {
  amount: amountField,
  date: z.string("Say on which day.").refine(isDay, "Choose a day, such as 2026-11-20."),
  reference: z
    .string("Write by what you know it.")
    .overwrite(trimmed)
    .min(1, "Write by what you know it, such as the number of the transfer.")
    .max(longestReference, `A reference has at most ${longestReference} characters.`)
    .refine(isPlainText, "The reference has characters that cannot be shown."),
};

/** The first day on which money can have moved, and why on none before it. */
export interface FirstDay {
  readonly day: string;
  readonly reason: string;
}

/** When it was, on a day that can have been: what is in the ledger stays there. Throws "invalid". */
export function instantOfDay(
  day: string,
  first: FirstDay,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): number {
  const today = dayOf(now, timeZone);
  if (day > today) throw notThatDay("This day is still to come.");
  if (day < first.day) throw notThatDay(first.reason);
  return day === today ? now : instantOn(day, timeZone);
}

function notThatDay(message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path: "date", message }] });
}
