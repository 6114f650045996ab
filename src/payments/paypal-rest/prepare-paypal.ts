import { systemClock } from "#platform/time/clock.ts";
import { customersPayByLink } from "../connection.ts";
import { createPaypalClient, type PaypalClient, statusOf } from "./paypal-client.ts";
import type { PaypalCredentials } from "./paypal-rest.ts";

/** Where PayPal shows the credentials of an app. */
export const whereAppsAre = "developer.paypal.com, under Apps & Credentials";

interface NeededCall {
  /** Completes "This app may not …". */
  readonly purpose: string;
  readonly call: Parameters<PaypalClient["request"]>[0];
}

const nothing = Buffer.from("{}");

/** They change nothing at PayPal: the first is a question, and the others are incomplete. */
const callsForPlans: readonly NeededCall[] = [
  { purpose: "make plans", call: { method: "GET", path: "/v1/billing/plans?page_size=1" } },
  {
    purpose: "make products",
    call: { method: "POST", path: "/v1/catalogs/products", body: nothing },
  },
  {
    purpose: "change subscriptions",
    call: {
      method: "POST",
      path: "/v1/billing/subscriptions/I-FURROWTRIES/cancel",
      body: nothing,
    },
  },
];

/**
 * Sentences about what an app may not do to charge plans again and again; null when it may do all.
 * Throws when PayPal does not answer.
 */
export async function paypalPlansFault(client: PaypalClient): Promise<string | null> {
  const answers = await Promise.all(
    callsForPlans.map(async ({ purpose, call }) => ({
      purpose,
      status: await statusOf(client.request(call)),
    })),
  );
  const failed = answers.find(({ status }) => ![200, 400, 403, 404, 422].includes(status));
  if (failed !== undefined) throw new Error(`PayPal answered ${failed.status}.`);
  const lacking = answers.filter(({ status }) => status === 403).map(({ purpose }) => purpose);
  if (lacking.length === 0) return null;
  const list = new Intl.ListFormat("en", { type: "disjunction" });
  return `This app may not ${list.format(lacking)}. ${customersPayByLink} Use a business account, tick “Accept payments” with subscriptions under Features of the app at ${whereAppsAre}, and connect again after some minutes.`;
}

/** `paypalPlansFault` for the credentials of an account; the webhook hears all events already. */
export function preparePaypal(
  apiUrl: string,
  credentials: Pick<PaypalCredentials, "clientId" | "clientSecret">,
): Promise<string | null> {
  return paypalPlansFault(
    createPaypalClient({ apiUrl, ...credentials, clock: systemClock, mostTries: 1 }),
  );
}
