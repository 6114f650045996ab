import { z } from "zod";
import { AppError } from "../../platform/errors.ts";
import { amountFromCents } from "../../platform/money.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt.ts";
import type { Checkout, StartedCheckout } from "../payment-provider.ts";
import type { PaypalClient } from "./paypal-client.ts";

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
 * Creates PayPal's order for an attempt, and sends the browser to approve it. The same attempt
 * asked twice is one order. Throws "unavailable" when that did not work.
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
    throw new AppError("unavailable", "PayPal gave no page to pay at. Try again later.");
  }
  const payee = order.purchase_units?.[0]?.payee;
  // The credentials decide who is paid; PayPal's own name for them is what messages carry.
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
        // PayPal takes no second payment for the same one.
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
