import { AppError } from "../../platform/errors.ts";
import { amountFromCents } from "../../platform/money.ts";
import type { RefundablePayment } from "../payment-provider.ts";
import type { PaypalClient } from "./paypal-client.ts";
import { PaypalRefusal } from "./paypal-refusal.ts";

/** PayPal's words for why it gave nothing back, for people. */
const reasons: Readonly<Record<string, string>> = {
  CAPTURE_FULLY_REFUNDED: "This payment has been refunded in full already.",
  REFUND_AMOUNT_EXCEEDED: "That is more than is left of this payment.",
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: "PayPal takes no more refunds of this payment.",
  REFUND_TIME_LIMIT_EXCEEDED: "PayPal refunds a payment only for 180 days.",
  CAPTURE_DISPUTED: "The customer has opened a dispute about this payment: answer it at PayPal.",
  INSUFFICIENT_FUNDS: "Your PayPal balance does not cover this refund.",
  REFUND_FAILED_INSUFFICIENT_FUNDS: "Your PayPal balance does not cover this refund.",
  PENDING_CAPTURE: "This payment is still pending, so there is nothing to give back.",
  RESOURCE_NOT_FOUND: "PayPal knows no such payment.",
};

/** Gives a capture back, in whole or in part. Throws "conflict" or "unavailable". */
export async function refundCapture(
  client: PaypalClient,
  { transactionId, currency, attemptId }: RefundablePayment,
  amountCents: number,
  idempotencyKey: string,
): Promise<Buffer> {
  const body = {
    amount: { currency_code: currency, value: amountFromCents(amountCents) },
    custom_id: attemptId,
  };
  try {
    return await client.request({
      method: "POST",
      path: `/v2/payments/captures/${encodeURIComponent(transactionId)}/refund`,
      body: Buffer.from(JSON.stringify(body)),
      idempotencyKey,
    });
  } catch (cause) {
    if (cause instanceof PaypalRefusal && [400, 403, 404, 422].includes(cause.status)) {
      const sentence = reasons[cause.issue] ?? `PayPal refused the refund: ${cause.issue}.`;
      throw new AppError("conflict", sentence, { cause });
    }
    const sentence = "PayPal does not answer as it should. Whether it refunded is not known yet.";
    throw new AppError("unavailable", sentence, { cause });
  }
}
