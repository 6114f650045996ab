import type { Stripe } from "stripe";
import { type AccountFault, ofPayments, ofPlans } from "../account-fault.ts";
import { isAllowed, rightsForPayments, statusOf } from "./needed-rights.ts";
import { stripePlansFault } from "./prepare-stripe.ts";
import { eventsOfPlans, heardEvents } from "./read-event.ts";
import { createStripeClient } from "./stripe-client.ts";

/** Sentence about the first fault of a key at Stripe; null when it can do all that Furrow needs. */
async function stripeKeyFault(stripe: Stripe, apiUrl: string): Promise<string | null> {
  for (const { right, level, tryOut } of rightsForPayments) {
    const status = await statusOf(tryOut(stripe));
    if (isAllowed(status)) continue;
    if (status === 401) {
      return "Stripe does not know this key. Copy it again from Stripe’s dashboard, under Developers → API keys.";
    }
    if (status === 403) {
      return `This key lacks a right. Tick “${right}: ${level}” for it in Stripe’s dashboard, under Developers → API keys.`;
    }
    if (status === 0) {
      return `Stripe cannot be reached. Allow this server to connect to ${apiUrl}.`;
    }
    return `Stripe answered ${status}. Try again in some minutes.`;
  }
  return null;
}

/** Tries a key, and looks for the webhook. Returns the first fault; null when both are right. */
export async function stripeAccountFault(
  apiUrl: string,
  secretKey: string,
  webhookUrl: string,
): Promise<AccountFault | null> {
  const stripe = await createStripeClient({ apiUrl, secretKey })();
  const fault = await stripeKeyFault(stripe, apiUrl);
  if (fault !== null) return ofPayments(fault);
  // A key without the right to see webhooks can still take payments.
  const listed = await stripe.webhookEndpoints.list({ limit: 100 }).catch(() => null);
  if (listed === null) return plansFault(stripe);
  const own = listed.data.find(({ url, status }) => url === webhookUrl && status === "enabled");
  if (own === undefined) {
    return ofPayments(
      `Stripe has no webhook to ${webhookUrl}. Add it in Stripe’s dashboard, under Developers → Webhooks.`,
    );
  }
  const events: readonly string[] = own.enabled_events;
  const missing = heardEvents.filter((type) => !events.includes(type) && !events.includes("*"));
  if (missing.length === 0) return plansFault(stripe);
  const ofPlansOnly = missing.every((type) => (eventsOfPlans as readonly string[]).includes(type));
  const sentence = `The webhook at Stripe does not send ${missing.join(", ")}. Add these events to it in Stripe’s dashboard.`;
  return ofPlansOnly ? ofPlans(sentence) : ofPayments(sentence);
}

async function plansFault(stripe: Stripe): Promise<AccountFault | null> {
  const fault = await stripePlansFault(stripe).catch(() => null);
  return fault === null ? null : ofPlans(fault);
}
