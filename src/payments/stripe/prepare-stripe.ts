import type { Stripe } from "stripe";
import { customersPayByLink } from "../connection.ts";
import { isAllowed, lackingInWords, rightsForPlans, tryRights } from "./needed-rights.ts";
import { heardEvents } from "./read-event.ts";
import { withoutRequest } from "./stripe-checkout.ts";
import { createStripeClient } from "./stripe-client.ts";

/**
 * Sentences about the rights that a key lacks to charge plans again and again; null when it lacks
 * none. Throws when Stripe does not answer.
 */
export async function stripePlansFault(stripe: Stripe): Promise<string | null> {
  const answers = await tryRights(stripe, rightsForPlans);
  const failed = answers.find(({ status }) => status !== 403 && !isAllowed(status));
  if (failed !== undefined) throw new Error(`Stripe answered ${failed.status}.`);
  const lacking = answers.filter(({ status }) => status === 403).map(({ needed }) => needed);
  if (lacking.length === 0) return null;
  const { lacks, remedy } = lackingInWords(lacking);
  return `${lacks} ${customersPayByLink} ${remedy}, then connect again.`;
}

/**
 * Lets the webhook of an account that was connected to an earlier version send all events that this
 * version hears, and tries the rights for plans. Repeating it changes nothing. Returns what
 * `stripePlansFault` returns; throws when Stripe does not answer.
 */
export async function prepareStripe(
  apiUrl: string,
  secretKey: string,
  webhookId: string | null,
): Promise<string | null> {
  const stripe = await createStripeClient({ apiUrl, secretKey, repeats: 0 })();
  if (webhookId !== null) await extendWebhook(stripe, webhookId);
  return stripePlansFault(stripe);
}

/**
 * A webhook that was deleted, or that the key may not change, is left as it is: Stripe is asked for
 * its events every ten minutes all the same.
 */
async function extendWebhook(stripe: Stripe, webhookId: string): Promise<void> {
  try {
    const { enabled_events } = await stripe.webhookEndpoints.retrieve(webhookId);
    const sent = enabled_events as Stripe.WebhookEndpointUpdateParams.EnabledEvent[];
    if (sent.includes("*") || heardEvents.every((type) => sent.includes(type))) return;
    const events = [...new Set([...sent, ...heardEvents])];
    await stripe.webhookEndpoints.update(webhookId, { enabled_events: events });
  } catch (error) {
    const refusal = withoutRequest(error);
    if (![400, 403, 404].includes(refusal.status)) throw refusal;
  }
}
