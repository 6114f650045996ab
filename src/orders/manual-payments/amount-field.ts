import { z } from "zod";
import { centsFromAmount, withoutSeparators } from "../../platform/money.ts";

/** An amount as typed: "49", "49.00", "$49.00" or "1,499". */
export const amountField = z
  .string("Enter an amount such as 49.00.")
  .transform((amount) => centsFromAmount(withoutSeparators(amount)) ?? 0)
  .pipe(z.int().positive("Enter an amount such as 49.00."));

/** Idempotency key of a form; a repeated submit returns the first result. */
export const formKey = z
  .string("It needs an idempotency key.")
  .regex(/^[\w-]{1,100}$/, "A key has up to 100 letters, digits and dashes.");
