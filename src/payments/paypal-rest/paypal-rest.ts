import { z } from "zod";
import type { Clock } from "#platform/time/clock.ts";
import { jsonFields } from "../json-message.ts";
import type { PaymentProvider, ReceivedNotification } from "../payment-provider.ts";
import { reportedBy } from "../reported-by.ts";
import { createPaypalClient, type PaypalClient, PaypalRefusal } from "./paypal-client.ts";
import { captureOrder, createOrder, refundCapture } from "./paypal-orders.ts";
import { askForSubscription, eventsSince, paypalSubscriptions } from "./paypal-subscriptions.ts";
import { isHeardEvent, readMessage } from "./read-message.ts";
import { isSubscriptionId } from "./read-subscription.ts";

/**
 * URLs of one environment of PayPal. The configuration chooses the environment, because a
 * notification that names an environment can be forged.
 */
export interface PaypalRestEndpoints {
  readonly apiUrl: string;
  /** Origin of PayPal's approval page. A response with a link to any other origin is refused. */
  readonly approvalOrigin: string;
  /** Address of PayPal's pages for people who have an account. */
  readonly pagesUrl: string;
}

export const paypalRestEndpoints = {
  live: {
    apiUrl: "https://api-m.paypal.com",
    approvalOrigin: "https://www.paypal.com",
    pagesUrl: "https://www.paypal.com",
  },
  sandbox: {
    apiUrl: "https://api-m.sandbox.paypal.com",
    approvalOrigin: "https://www.sandbox.paypal.com",
    pagesUrl: "https://www.sandbox.paypal.com",
  },
} as const satisfies Record<string, PaypalRestEndpoints>;

export interface PaypalCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Id of the webhook that is registered for this site. PayPal signs for one webhook, so a
   * signature for another webhook is invalid.
   */
  readonly webhookId: string;
}

/** Path on the site's own origin to which PayPal sends webhooks. */
export const webhookPath = "/api/payments/paypal/webhook";

interface PaypalRestOptions {
  readonly name: string;
  readonly endpoints: PaypalRestEndpoints;
  readonly credentials: PaypalCredentials;
  /** True when real money moves. The provider then refuses payments to the example address. */
  readonly isLive: boolean;
  readonly clock: Clock;
  /** Path of the notifications. */
  readonly path?: string;
  readonly paymentAccount?: string;
  /** False when the app may not charge subscriptions. */
  readonly canSubscribe?: boolean;
  /** Receiver of new payments until PayPal names it; by default the PayPal address of the site. */
  readonly receiver?: string;
}

/** PayPal's REST interfaces Orders v2, Payments v2 and Subscriptions v1, with webhooks. */
export function createPaypalRest(options: PaypalRestOptions): PaymentProvider {
  const { endpoints, credentials, isLive, clock } = options;
  const paymentAccount = options.paymentAccount ?? null;
  const client = createPaypalClient({ apiUrl: endpoints.apiUrl, ...credentials, clock });
  return {
    name: options.name,
    displayName: "PayPal",
    way: "paypal",
    // A webhook does not say whether its payment is a test. Each environment signs its own
    // webhooks, so a live site rejects a webhook about a test payment as wrongly signed.
    isTest: !isLive,
    paymentAccount,
    receiver: options.receiver ?? null,
    formTargets: [endpoints.approvalOrigin],
    refusal({ isExample }) {
      if (!isLive || !isExample) return null;
      return "Payments are not set up yet: the PayPal address is still the example address.";
    },
    startCheckout: (attempt, checkout) =>
      createOrder(client, endpoints.approvalOrigin, attempt, checkout),
    notifications: {
      path: options.path ?? webhookPath,
      mediaType: "application/json",
      headers: signatureHeaders,
    },
    readNotification: readMessage,
    notificationFields: jsonFields,
    verify: (notification, signal) =>
      verifyWebhook(client, credentials.webhookId, notification, signal),
    sweep: async (since, signal) =>
      reportedBy(paymentAccount, await eventsSince({ client, clock }, since, isHeardEvent, signal)),
    capturing: {
      movesMoney: true,
      readReturn({ id, reference, orderReference }, query) {
        if (reference !== null && query.get("subscription_id") === reference) {
          const approved_subscription = { id: reference, custom_id: id };
          return Buffer.from(JSON.stringify({ approved_subscription }));
        }
        if (reference === null || query.get("token") !== reference) return null;
        const units = [{ custom_id: id, invoice_id: orderReference }];
        return Buffer.from(
          JSON.stringify({ id: reference, status: "APPROVED", purchase_units: units }),
        );
      },
      capture: (attempt, key, signal) =>
        isSubscriptionId(attempt.reference ?? "")
          ? askForSubscription({ client, clock }, attempt, signal)
          : captureOrder(client, attempt.reference ?? "", key, signal),
    },
    subscriptions: paypalSubscriptions({
      client,
      paymentAccount,
      canStart: options.canSubscribe ?? true,
      approvalOrigin: endpoints.approvalOrigin,
      pagesUrl: endpoints.pagesUrl,
      clock,
    }),
    refundPage: () => null,
    refund: (payment, amountCents, key) => refundCapture(client, payment, amountCents, key),
  };
}

/** Fields of the verification request, by header of the webhook. */
const fieldOfHeader = {
  "paypal-auth-algo": "auth_algo",
  "paypal-cert-url": "cert_url",
  "paypal-transmission-id": "transmission_id",
  "paypal-transmission-sig": "transmission_sig",
  "paypal-transmission-time": "transmission_time",
} as const;

export const signatureHeaders = Object.keys(fieldOfHeader);

const verdict = z.object({ verification_status: z.enum(["SUCCESS", "FAILURE"]) });

/**
 * Asks PayPal whether PayPal signed exactly these bytes for the webhook of this site. Throws when
 * PayPal answers neither yes nor no.
 */
export async function verifyWebhook(
  client: PaypalClient,
  webhookId: string,
  { raw, headers }: ReceivedNotification,
  signal: AbortSignal,
): Promise<"verified" | "invalid"> {
  // Refuses bytes that are not one JSON value, because such bytes could inject fields into the
  // request.
  if (!isJson(raw) || signatureHeaders.some((name) => !headers[name])) return "invalid";
  const signed = Object.entries(fieldOfHeader).map(([name, field]) => [field, headers[name]]);
  const question = JSON.stringify({ webhook_id: webhookId, ...Object.fromEntries(signed) });
  // The event is embedded as raw bytes, because its signature covers exactly these bytes.
  const body = Buffer.concat([
    Buffer.from(`${question.slice(0, -1)},"webhook_event":`),
    raw,
    Buffer.from("}"),
  ]);
  try {
    const path = "/v1/notifications/verify-webhook-signature";
    const answer = await client.request({ method: "POST", path, body }, signal);
    const { verification_status } = verdict.parse(JSON.parse(answer.toString()));
    return verification_status === "SUCCESS" ? "verified" : "invalid";
  } catch (error) {
    // PayPal answers 400 or 422 to malformed signature headers, so the webhook is forged.
    const isRefused = error instanceof PaypalRefusal && [400, 422].includes(error.status);
    if (isRefused) return "invalid";
    throw error;
  }
}

function isJson(raw: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw));
    return true;
  } catch {
    return false;
  }
}
