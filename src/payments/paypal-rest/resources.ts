import { z } from "zod";
import { parseJson } from "../../platform/texts/parse-json.ts";
import { isPlainText } from "../../platform/texts/plain-text.ts";

/** PayPal's own limit on what is passed through; its ids are shorter. */
const longestText = 255;

const text = z.string().min(1).max(longestText).refine(isPlainText).optional();
const amount = z.object({ value: z.string(), currency_code: text }).optional();
const payee = z.object({ merchant_id: text, email_address: text }).optional();
const links = z.array(z.object({ rel: z.string(), href: z.string() })).optional();

/** Of a capture and of a refund: only what is used, and nothing that need be there. */
const movement = z.object({
  id: text,
  status: text,
  status_details: z.object({ reason: text }).optional(),
  amount,
  custom_id: text,
  invoice_id: text,
  payee,
  links,
});

const order = z.object({
  id: text,
  status: text,
  purchase_units: z
    .array(
      z.object({
        custom_id: text,
        invoice_id: text,
        payee,
        payments: z.object({ captures: z.array(movement).optional() }).optional(),
      }),
    )
    .length(1),
});

const dispute = z.object({
  dispute_id: text,
  status: text,
  dispute_amount: amount,
  dispute_outcome: z.object({ outcome_code: text }).optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: text, custom: text, invoice_number: text }))
    .length(1),
});

const event = z.object({ event_type: z.string(), resource: z.unknown() });

export type Movement = z.infer<typeof movement>;
export type PaypalOrder = z.infer<typeof order>;
export type Dispute = z.infer<typeof dispute>;

export const readMovement = (value: unknown) => movement.safeParse(value).data;
export const readOrder = (value: unknown) => order.safeParse(value).data;
export const readDispute = (value: unknown) => dispute.safeParse(value).data;
export const readEvent = (value: unknown) => event.safeParse(value).data;

/** Undefined for bytes that are no JSON. */
export function jsonIn(raw: Uint8Array): unknown {
  try {
    return parseJson(Buffer.from(raw).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The id at the end of the link to what this belongs to, such as a refund's capture. */
export function idOfCapture(given: Movement): string | null {
  const up = given.links?.find(({ rel }) => rel === "up")?.href ?? "";
  return /\/v2\/payments\/captures\/([\w-]{1,64})$/.exec(up)?.[1] ?? null;
}
