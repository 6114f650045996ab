import { z } from "zod";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { amountField, formKey } from "../manual-payments/amount-field.ts";
import { type Refund, type RefundDependencies, refundPayment } from "./refund-payment.ts";

export const refundForm = z.strictObject({
  transactionId: z.string("Say which payment is to be refunded."),
  amount: amountField,
  key: formKey,
  seenCents: z
    .string()
    .regex(/^\d{1,12}$/, "Not a number of cents.")
    .transform(Number)
    .optional(),
});

/**
 * The same as `refundPayment`, as people and programs write it. Input: `{ transactionId, amount,
 * key, seenCents }` in texts. Throws the same.
 */
export async function requestRefund(
  deps: RefundDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<Refund> {
  requireRight(actor, "refund payments");
  const { amount, ...form } = parseOrThrow<z.infer<typeof refundForm>>(refundForm, input);
  return refundPayment(deps, actor, { ...form, orderId, amountCents: amount });
}
