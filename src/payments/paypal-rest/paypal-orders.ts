import { z } from "zod";
import { AppError } from "#platform/errors.ts";
import { amountFromCents } from "#platform/money.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt-store.server.ts";
import type {
  Captured,
  Checkout,
  RefundablePayment,
  StartedCheckout,
} from "../payment-provider.ts";
import { type PaypalClient, PaypalRefusal } from "./paypal-client.ts";

const longestDescription = 127;

const createdOrder = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  links: z.array(z.object({ rel: z.string(), href: z.url() })),
  purchase_units: z
    .array(
      z.object({
        payee: z
          .object({ merchant_id: z.string().optional(), email_address: z.string().optional() })
          .optional(),
      }),
    )
    .optional(),
});

/**
 * Creates PayPal's order for an attempt and hands off to the approval page. Repeated calls for one
 * attempt create one order. Throws "unavailable" when PayPal does not create the order.
 */
export async function createOrder(
  client: PaypalClient,
  approvalOrigin: string,
  attempt: PaymentAttempt,
  checkout: Checkout,
): Promise<StartedCheckout> {
  const order = await client
    .request({
      method: "POST",
      path: "/v2/checkout/orders",
      body: Buffer.from(JSON.stringify(orderFor(attempt, checkout))),
      idempotencyKey: `create-${attempt.id}`,
    })
    .then((body) => createdOrder.parse(JSON.parse(body.toString())))
    .catch((cause) => {
      const sentence = "PayPal does not answer as it should. Nothing was paid; try again later.";
      throw new AppError("unavailable", sentence, { cause });
    });
  const approve = order.links.find(({ rel }) => rel === "payer-action" || rel === "approve");
  if (approve === undefined || new URL(approve.href).origin !== approvalOrigin) {
    throw new AppError("unavailable", "PayPal did not start the payment. Try again later.");
  }
  const payee = order.purchase_units?.[0]?.payee;
  // The account to which the credentials belong receives the money. Notifications name this account
  // by its merchant id, so the merchant id is the receiver to compare.
  const receiver = payee?.merchant_id ?? payee?.email_address ?? attempt.receiver;
  return {
    handOff: { kind: "redirect", url: approve.href },
    known: { reference: order.id, receiver },
  };
}

function orderFor(attempt: PaymentAttempt, { description, returnUrl, cancelUrl }: Checkout) {
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        description: description.slice(0, longestDescription).toWellFormed(),
        custom_id: attempt.id,
        // PayPal rejects a second payment with the same invoice id.
        invoice_id: attempt.orderReference,
        amount: {
          currency_code: attempt.currency,
          value: amountFromCents(attempt.amountCents),
        },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          user_action: "PAY_NOW",
          shipping_preference: "NO_SHIPPING",
          return_url: returnUrl,
          cancel_url: cancelUrl,
        },
      },
    },
  };
}

const captureRefusals = new Map<string, string>([
  ["ORDER_NOT_APPROVED", "The customer has not approved it at PayPal yet."],
  ["PAYER_ACTION_REQUIRED", "PayPal needs the customer to take another step first."],
  ["INSTRUMENT_DECLINED", "PayPal declined the customer’s payment method. They can try again."],
  ["DUPLICATE_INVOICE_ID", "PayPal already has a payment for this order."],
  ["RESOURCE_NOT_FOUND", "The checkout has expired at PayPal."],
  ["INVALID_RESOURCE_ID", "The checkout has expired at PayPal."],
]);

/**
 * Captures an approved order. For an order that was captured before, returns the earlier result.
 */
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
    return {
      kind: "refused",
      reason: captureRefusals.get(error.issue) ?? `PayPal refused: ${error.issue}.`,
    };
  }
}

const refundRefusals = new Map<string, string>([
  ["CAPTURE_FULLY_REFUNDED", "This payment has already been refunded in full."],
  ["REFUND_AMOUNT_EXCEEDED", "The amount is more than what is left of this payment."],
  ["MAX_NUMBER_OF_REFUNDS_EXCEEDED", "PayPal allows no more refunds of this payment."],
  ["REFUND_TIME_LIMIT_EXCEEDED", "PayPal allows refunds for 180 days only."],
  [
    "CAPTURE_DISPUTED",
    "The customer has opened a dispute about this payment: answer it at PayPal.",
  ],
  ["INSUFFICIENT_FUNDS", "Your PayPal balance does not cover this refund."],
  ["REFUND_FAILED_INSUFFICIENT_FUNDS", "Your PayPal balance does not cover this refund."],
  ["PENDING_CAPTURE", "This payment is still pending, so it cannot be refunded."],
  ["RESOURCE_NOT_FOUND", "PayPal does not know this payment."],
]);

/** Throws "conflict" when PayPal refuses, and "unavailable" when the result is unknown. */
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
  const paid = encodeURIComponent(transactionId);
  try {
    return await client
      .request({
        method: "POST",
        path: `/v2/payments/captures/${paid}/refund`,
        body: Buffer.from(JSON.stringify(body)),
        idempotencyKey,
      })
      .catch((error) => {
        // A payment of a subscription is a sale, which some accounts have only in Payments v1.
        if (!(error instanceof PaypalRefusal) || error.status !== 404) throw error;
        const { currency_code, value } = body.amount;
        const amount = { total: value, currency: currency_code };
        return client.request({
          method: "POST",
          path: `/v1/payments/sale/${paid}/refund`,
          body: Buffer.from(JSON.stringify({ amount })),
          idempotencyKey: `sale-${idempotencyKey}`,
        });
      });
  } catch (cause) {
    if (cause instanceof PaypalRefusal && [400, 403, 404, 422].includes(cause.status)) {
      const sentence =
        refundRefusals.get(cause.issue) ?? `PayPal refused the refund: ${cause.issue}.`;
      throw new AppError("conflict", sentence, { cause });
    }
    const sentence =
      "PayPal did not answer properly, so the result of the refund is not known yet.";
    throw new AppError("unavailable", sentence, { cause });
  }
}
