import type { Stripe } from "stripe";
import { jsonFields } from "../json-message.ts";
import type { PaymentProvider, ReceivedNotification } from "../payment-provider.ts";
import { reportedBy } from "../reported-by.ts";
import { eventIdIn, readEvent } from "./read-event.ts";
import {
  askForSession,
  createSession,
  endSession,
  eventsSince,
  leastCents,
  refundPayment,
  withoutRequest,
} from "./stripe-checkout.ts";
import { createStripeClient } from "./stripe-client.ts";
import { askForInvoice, stripeSubscriptions } from "./stripe-subscriptions.ts";

export interface StripeEndpoints {
  readonly apiUrl: string;
  /** Origin of Stripe's payment page. */
  readonly checkoutOrigin: string;
  /** Origin of the page on which a customer changes the card of a subscription. */
  readonly portalOrigin: string;
  readonly dashboardUrl: string;
}

export const stripeEndpoints: StripeEndpoints = {
  apiUrl: "https://api.stripe.com",
  checkoutOrigin: "https://checkout.stripe.com",
  portalOrigin: "https://billing.stripe.com",
  dashboardUrl: "https://dashboard.stripe.com",
};

export interface StripeKeys {
  readonly secretKey: string;
  /** Secret of the webhook endpoint that is registered for this site. */
  readonly webhookSecret: string;
}

/** False for a key of Stripe's test mode. */
export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}

/** Path on the site's own origin to which Stripe sends events. */
export const stripeWebhookPath = "/api/payments/stripe/webhook";

interface StripeOptions {
  readonly name: string;
  readonly endpoints: StripeEndpoints;
  readonly keys: StripeKeys;
  /** True when real money moves. */
  readonly isLive: boolean;
  /** Path of the notifications. */
  readonly path?: string;
  readonly paymentAccount?: string;
  /** False when the key lacks a right for subscriptions. */
  readonly canSubscribe?: boolean;
}

const signatureHeader = "stripe-signature";
/** Prefix of the ids of Stripe's invoices. */
const invoicePrefix = "in_";

/** Stripe Checkout: Stripe's own page takes cards and wallets, and signed events tell the result. */
export function createStripe({
  name,
  endpoints,
  keys,
  isLive,
  path = stripeWebhookPath,
  paymentAccount,
  canSubscribe = true,
}: StripeOptions): PaymentProvider {
  const client = createStripeClient({ apiUrl: endpoints.apiUrl, secretKey: keys.secretKey });
  return {
    name,
    displayName: "Stripe",
    way: "card",
    isTest: !isLive,
    paymentAccount: paymentAccount ?? null,
    // The key of the account decides who receives a payment.
    receiver: "Stripe",
    formTargets: [...new Set([endpoints.checkoutOrigin, endpoints.portalOrigin])],
    leastCents,
    refusal: () => null,
    startCheckout: async (attempt, checkout) =>
      createSession(await client(), endpoints.checkoutOrigin, attempt, checkout),
    endCheckout: async ({ reference }) =>
      reference === null ? null : endSession(await client(), reference),
    notifications: {
      path,
      mediaType: "application/json",
      headers: [signatureHeader],
    },
    readNotification: readEvent,
    notificationFields: jsonFields,
    verify: async (notification) => verifyEvent(await client(), keys.webhookSecret, notification),
    sweep: async (since, signal) => {
      const { events, clockAheadMs } = await eventsSince(await client(), since, signal);
      return reportedBy(paymentAccount ?? null, events, clockAheadMs);
    },
    capturing: {
      movesMoney: false,
      // The return proves nothing: the worker asks Stripe for the session.
      readReturn: ({ id, reference, orderReference }) =>
        reference === null
          ? null
          : Buffer.from(
              JSON.stringify({
                object: "checkout.session",
                id: reference,
                client_reference_id: id,
                metadata: { order: orderReference },
              }),
            ),
      capture: async ({ reference }, _key, signal) =>
        reference?.startsWith(invoicePrefix)
          ? askForInvoice(await client(), reference, signal)
          : askForSession(await client(), reference ?? "", signal),
    },
    subscriptions: stripeSubscriptions({
      client,
      paymentAccount: paymentAccount ?? null,
      canStart: canSubscribe,
      checkoutOrigin: endpoints.checkoutOrigin,
      dashboardUrl: `${endpoints.dashboardUrl}${isLive ? "" : "/test"}`,
    }),
    refundPage: () => null,
    refund: async (payment, amountCents, key) =>
      refundPayment(await client(), payment, amountCents, key),
  };
}

/** Age at which a signature alone is no longer enough, in seconds; Stripe's own limit. */
const signatureLastsSeconds = 300;

/**
 * Checks the signature of an event. If the signature is genuine and its time is too far from the
 * time of this machine, whose clock may be wrong, Stripe is asked for the event.
 */
async function verifyEvent(
  stripe: Stripe,
  webhookSecret: string,
  { raw, headers, receivedAt }: ReceivedNotification,
): Promise<"verified" | "invalid"> {
  const isSigned = (toleranceSeconds: number) => {
    try {
      stripe.webhooks.constructEvent(
        Buffer.from(raw),
        headers[signatureHeader] ?? "",
        webhookSecret,
        toleranceSeconds,
        undefined,
        receivedAt,
      );
      return true;
    } catch {
      return false;
    }
  };
  if (isSigned(signatureLastsSeconds)) return "verified";
  const id = eventIdIn(raw);
  // 0 means any age.
  if (id === null || !isSigned(0)) return "invalid";
  try {
    await stripe.events.retrieve(id);
    return "verified";
  } catch (error) {
    const refusal = withoutRequest(error);
    if (refusal.status === 404) return "invalid";
    throw refusal;
  }
}
