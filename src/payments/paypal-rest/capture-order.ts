import type { Captured } from "../payment-provider.ts";
import type { PaypalClient } from "./paypal-client.ts";
import { PaypalRefusal } from "./paypal-refusal.ts";

/** PayPal's words for why it took nothing, for people. */
const reasons: Readonly<Record<string, string>> = {
  ORDER_NOT_APPROVED: "The customer has not approved it at PayPal yet.",
  PAYER_ACTION_REQUIRED: "PayPal wants the customer to do something more there first.",
  INSTRUMENT_DECLINED: "PayPal declined what the customer wanted to pay with. They can pay again.",
  DUPLICATE_INVOICE_ID: "PayPal has a payment for this order already, and takes no second one.",
  RESOURCE_NOT_FOUND: "The customer left it unpaid for so long that PayPal has forgotten it.",
  INVALID_RESOURCE_ID: "The customer left it unpaid for so long that PayPal has forgotten it.",
};

/** Takes what a customer has approved; one that was taken before is answered the same again. */
export async function captureOrder(
  client: PaypalClient,
  orderId: string,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Captured> {
  const path = `/v2/checkout/orders/${encodeURIComponent(orderId)}`;
  try {
    const call = { method: "POST", path: `${path}/capture`, body: Buffer.from("{}") } as const;
    return { kind: "captured", raw: await client.request({ ...call, idempotencyKey }, signal) };
  } catch (error) {
    if (!(error instanceof PaypalRefusal)) throw error;
    if (error.issue === "ORDER_ALREADY_CAPTURED") {
      return { kind: "captured", raw: await client.request({ method: "GET", path }, signal) };
    }
    if (error.status !== 404 && error.status !== 422) throw error;
    return { kind: "refused", reason: reasons[error.issue] ?? `PayPal refused: ${error.issue}.` };
  }
}
