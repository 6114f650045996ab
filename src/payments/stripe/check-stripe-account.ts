import type { Stripe } from "stripe";
import { heardEvents } from "./read-event.ts";
import { type StripeRefusal, withoutRequest } from "./stripe-checkout.ts";
import { createStripeClient } from "./stripe-client.ts";

/** Calls that Furrow makes, and the right of a restricted key that each needs. */
const neededRights: readonly {
  readonly right: string;
  /** Changes nothing at Stripe, because the id does not exist or the list has one entry. */
  readonly tryOut: (stripe: Stripe) => Promise<unknown>;
}[] = [
  {
    right: "Checkout Sessions: Write",
    tryOut: (stripe) => stripe.checkout.sessions.expire("cs_furrow_tries_the_right"),
  },
  {
    right: "Refunds: Write",
    tryOut: (stripe) => stripe.refunds.cancel("re_furrow_tries_the_right"),
  },
  { right: "Events: Read", tryOut: (stripe) => stripe.events.list({ limit: 1 }) },
];

/** Sentence about the first fault of a key at Stripe; null when it can do all that Furrow needs. */
async function stripeKeyFault(apiUrl: string, secretKey: string): Promise<string | null> {
  const stripe = await createStripeClient({ apiUrl, secretKey })();
  for (const { right, tryOut } of neededRights) {
    const refusal = await refusalOf(tryOut(stripe));
    if (refusal === null) continue;
    if (refusal.status === 401) {
      return "Stripe does not know this key. Copy it again from Stripe’s dashboard, under Developers → API keys.";
    }
    if (refusal.status === 403) {
      return `This key lacks a right. Tick “${right}” for it in Stripe’s dashboard, under Developers → API keys.`;
    }
    if (refusal.status === 400 || refusal.status === 404) continue;
    if (refusal.status === 0) {
      return `Stripe cannot be reached. Allow this server to connect to ${apiUrl}.`;
    }
    return `Stripe answered ${refusal.status}. Try again in some minutes.`;
  }
  return null;
}

/**
 * Tries a key, and looks for the webhook. Returns a sentence about a fault; null when both are
 * right.
 */
export async function stripeAccountFault(
  apiUrl: string,
  secretKey: string,
  webhookUrl: string,
): Promise<string | null> {
  const fault = await stripeKeyFault(apiUrl, secretKey);
  if (fault !== null) return fault;
  const stripe = await createStripeClient({ apiUrl, secretKey })();
  let endpoints: readonly Stripe.WebhookEndpoint[] = [];
  const refusal = await refusalOf(
    stripe.webhookEndpoints.list({ limit: 100 }).then(({ data }) => {
      endpoints = data;
    }),
  );
  // A key without the right to see webhooks can still take payments.
  if (refusal !== null) return null;
  const own = endpoints.find(({ url, status }) => url === webhookUrl && status === "enabled");
  if (own === undefined) {
    return `Stripe has no webhook to ${webhookUrl}. Add it in Stripe’s dashboard, under Developers → Webhooks.`;
  }
  const events: readonly string[] = own.enabled_events;
  const missing = heardEvents.filter((type) => !events.includes(type) && !events.includes("*"));
  if (missing.length === 0) return null;
  return `The webhook at Stripe does not send ${missing.join(", ")}. Add these events to it in Stripe’s dashboard.`;
}

/** Null for a call that succeeded. */
async function refusalOf(call: Promise<unknown>): Promise<StripeRefusal | null> {
  try {
    await call;
    return null;
  } catch (error) {
    return withoutRequest(error);
  }
}
