import { z } from "zod";
import { reasonOf } from "#platform/errors.ts";
import { systemClock } from "#platform/time/clock.ts";
import { type AccountFault, ofPayments, ofPlans } from "../account-fault.ts";
import { createPaypalClient, PaypalRefusal } from "./paypal-client.ts";
import type { PaypalCredentials } from "./paypal-rest.ts";
import { paypalPlansFault } from "./prepare-paypal.ts";
import { subscriptionEvents } from "./read-subscription.ts";

const webhook = z.object({
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })).optional(),
});

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
 * Signs in at PayPal and looks for the webhook, which leads to `expected`. Returns the first
 * fault; null when account and webhook are right.
 */
export async function paypalAccountFault(
  apiUrl: string,
  credentials: PaypalCredentials,
  expected: string,
  remedies: PaypalRemedies = remediesOfVariables,
): Promise<AccountFault | null> {
  const client = createPaypalClient({ apiUrl, ...credentials, clock: systemClock });
  const path = `/v1/notifications/webhooks/${encodeURIComponent(credentials.webhookId)}`;
  try {
    const answer = await client.request({ method: "GET", path });
    const { url, event_types } = webhook.parse(JSON.parse(answer.toString()));
    if (url !== expected) {
      return ofPayments(
        `PayPal sends its reports to ${url}. Change the webhook of the app at PayPal to ${expected}.`,
      );
    }
    const sent = event_types?.map(({ name }) => name) ?? ["*"];
    const missing = subscriptionEvents.filter(
      (type) => !sent.includes("*") && !sent.includes(type),
    );
    if (missing.length > 0) {
      return ofPlans(
        `The webhook at PayPal does not send ${missing.join(", ")}. Add these events, or all, to it under the app at PayPal.`,
      );
    }
    const fault = await paypalPlansFault(client).catch(() => null);
    return fault === null ? null : ofPlans(fault);
  } catch (error) {
    if (!(error instanceof PaypalRefusal)) {
      return ofPayments(
        `PayPal cannot be reached (${reasonOf(error)}). Allow this server to connect to ${apiUrl}.`,
      );
    }
    if (error.status === 404) {
      return ofPayments(remedies.unknownWebhook);
    }
    return ofPayments(`${error.message} ${remedies.refused}`);
  }
}
