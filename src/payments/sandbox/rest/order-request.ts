import { z } from "zod";
import { centsFromAmount } from "../../../platform/money.ts";
import { isOfTheShop } from "../checkout-form.ts";
import type { SandboxOrder } from "./sandbox-orders.server.ts";

const requested = z.object({
  intent: z.literal("CAPTURE"),
  purchase_units: z
    .array(
      z.object({
        description: z.string().max(127).default(""),
        custom_id: z.string().max(255).default(""),
        invoice_id: z.string().max(127).default(""),
        amount: z.object({
          currency_code: z.string().regex(/^[A-Z]{3}$/),
          value: z.string(),
        }),
      }),
    )
    .length(1),
  payment_source: z.object({
    paypal: z.object({
      experience_context: z.object({ return_url: z.url(), cancel_url: z.url() }),
    }),
  }),
});

/** The order that was asked for, or the field that is wrong. */
export function readOrderRequest(
  body: unknown,
  id: string,
  publicUrl: string,
): SandboxOrder | { readonly fault: string } {
  const parsed = requested.safeParse(body);
  if (!parsed.success) return { fault: parsed.error.issues[0]?.path.join("/") ?? "body" };
  const [unit] = parsed.data.purchase_units;
  const { return_url, cancel_url } = parsed.data.payment_source.paypal.experience_context;
  const cents = centsFromAmount(unit?.amount.value ?? "") ?? 0;
  if (unit === undefined || cents <= 0) return { fault: "amount/value" };
  for (const address of [return_url, cancel_url]) {
    if (!isOfTheShop(address, publicUrl)) return { fault: "experience_context" };
  }
  return {
    id,
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    description: unit.description,
    amountCents: cents,
    currency: unit.amount.currency_code,
    returnUrl: return_url,
    cancelUrl: cancel_url,
    outcome: null,
    capture: null,
    refunds: [],
  };
}
