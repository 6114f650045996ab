import { z } from "zod";
import { reasonOf } from "#platform/errors.ts";
import { systemClock } from "#platform/time/clock.ts";
import { createPaypalClient, PaypalRefusal } from "./paypal-client.ts";
import type { PaypalCredentials } from "./paypal-rest.ts";

const webhook = z.object({ url: z.string() });

interface PaypalRemedies {
  readonly unknownWebhook: string;
  readonly refused: string;
}

const remediesOfVariables: PaypalRemedies = {
  unknownWebhook:
    "PayPal does not know PAYPAL_WEBHOOK_ID. Copy the id of the webhook from the app at PayPal.",
  refused: "Correct PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_ENVIRONMENT.",
};

/**
 * Signs in at PayPal and looks for the webhook, which leads to `expected`. Returns a sentence about a
 * fault; null when account and webhook are right.
 */
export async function paypalAccountFault(
  apiUrl: string,
  credentials: PaypalCredentials,
  expected: string,
  remedies: PaypalRemedies = remediesOfVariables,
): Promise<string | null> {
  const client = createPaypalClient({ apiUrl, ...credentials, clock: systemClock });
  const path = `/v1/notifications/webhooks/${encodeURIComponent(credentials.webhookId)}`;
  try {
    const answer = await client.request({ method: "GET", path });
    const { url } = webhook.parse(JSON.parse(answer.toString()));
    if (url === expected) return null;
    return `PayPal sends its reports to ${url}. Change the webhook of the app at PayPal to ${expected}.`;
  } catch (error) {
    if (!(error instanceof PaypalRefusal)) {
      return `PayPal cannot be reached (${reasonOf(error)}). Allow this server to connect to ${apiUrl}.`;
    }
    if (error.status === 404) {
      return remedies.unknownWebhook;
    }
    return `${error.message} ${remedies.refused}`;
  }
}
