import type { Clock } from "../../platform/time/clock.ts";
import type { PaymentProvider } from "../payment-provider.ts";
import { type PaypalCredentials, type PaypalRestEndpoints, webhookPath } from "./endpoints.ts";
import { createPaypalClient } from "./paypal-client.ts";
import { captureOrder, createOrder, refundCapture } from "./paypal-orders.ts";
import { jsonFields, readMessage } from "./read-message.ts";
import { signatureHeaders, verifyWebhook } from "./verify-webhook.ts";

interface PaypalRestOptions {
  readonly name: string;
  readonly displayName: string;
  readonly endpoints: PaypalRestEndpoints;
  readonly credentials: PaypalCredentials;
  /** True when real money moves; the owner must then have set a real payment address. */
  readonly isLive: boolean;
  readonly clock: Clock;
}

/** PayPal's Orders v2 and Payments v2 with their webhooks. */
export function createPaypalRest(options: PaypalRestOptions): PaymentProvider {
  const { endpoints, credentials, isLive, clock } = options;
  const client = createPaypalClient({ apiUrl: endpoints.apiUrl, ...credentials, clock });
  return {
    name: options.name,
    displayName: options.displayName,
    isTest: !isLive,
    // A notification about a test payment is signed by another environment and fails its
    // verification.
    acceptsTestMessages: !isLive,
    formTargets: [endpoints.approvalOrigin],
    refusal({ isExample }) {
      if (!isLive || !isExample) return null;
      return "Payments are not set up yet: the payment email is still the example address.";
    },
    startCheckout: (attempt, checkout) =>
      createOrder(client, endpoints.approvalOrigin, attempt, checkout),
    notifications: {
      path: webhookPath,
      mediaType: "application/json",
      headers: signatureHeaders,
    },
    readNotification: readMessage,
    notificationFields: jsonFields,
    verify: (notification, signal) =>
      verifyWebhook(client, credentials.webhookId, notification, signal),
    capturing: {
      readReturn({ id, reference, orderReference }, query) {
        if (reference === null || query.get("token") !== reference) return null;
        const units = [{ custom_id: id, invoice_id: orderReference }];
        return Buffer.from(
          JSON.stringify({ id: reference, status: "APPROVED", purchase_units: units }),
        );
      },
      capture: (orderId, key, signal) => captureOrder(client, orderId, key, signal),
    },
    refundPage: () => null,
    refund: (payment, amountCents, key) => refundCapture(client, payment, amountCents, key),
  };
}
