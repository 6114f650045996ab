import { z } from "zod";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { teamRoles } from "#policy/roles.ts";

export const keyDays = [30, 90, 365] as const;

export const apiKeyForm = z.strictObject({
  name: z
    .string("Enter a name.")
    .trim()
    .min(1, "Enter a name, such as “Accounting export”.")
    .max(60, "At most 60 characters.")
    .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), "Write it as one line of text."),
  /** Role of the key; the actor's own role if omitted. */
  role: z.enum(teamRoles, "Choose one of your roles.").optional(),
  access: z.enum(["all", "read"], "Choose whether the key may change things.").default("read"),
  days: z.coerce
    .number("Choose a number of days.")
    .refine((days) => (keyDays as readonly number[]).includes(days), "Choose 30, 90 or 365 days.")
    .default(90),
  /** Idempotency key of the form. */
  key: z.string("The form is incomplete. Reload the page.").min(1).max(255),
});
