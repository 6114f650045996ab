import { z } from "zod";
import { formKey } from "#platform/idempotency.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { longestReason } from "./money-back-lengths.ts";

function reason(empty: string) {
  return (
    z
      .string(empty)
      // Browsers send the line ends of a form as CR LF.
      .transform((text) => trimmed(text.replace(/\r\n?/g, "\n")))
      .pipe(
        z
          .string()
          .min(1, empty)
          .max(
            longestReason,
            `A reason has at most ${longestReason.toLocaleString("en-US")} characters.`,
          )
          .refine(isPlainText, "The reason has characters that cannot be shown."),
      )
  );
}

export const moneyBackForm = z.strictObject({
  reason: reason("Tell us why you would like your money back."),
  key: formKey.optional(),
});

export const declineForm = z.strictObject({
  reason: reason("Tell the customer why there is no refund."),
  key: formKey.optional(),
});
