import type { Stripe } from "stripe";
import {
  type Connection,
  type ConnectionFault,
  type ConnectionRequest,
  endOf,
} from "../connection.ts";
import {
  isAllowed,
  lackingInWords,
  rightForWebhooks,
  rightsForPayments,
  statusOf,
  tryRights,
} from "./needed-rights.ts";
import { stripePlansFault } from "./prepare-stripe.ts";
import { heardEvents } from "./read-event.ts";
import type { StripeKeys } from "./stripe.ts";
import { withoutRequest } from "./stripe-checkout.ts";
import { createStripeClient } from "./stripe-client.ts";
import { readStripeKey } from "./stripe-keys.ts";

const field = "secretKey";

/**
 * Tries the key of a Stripe account, and makes the webhook. A webhook of the same address is
 * replaced, because Stripe tells its signing secret only once.
 */
export async function connectStripe({
  apiUrl,
  fields,
  webhookUrl,
  mode,
}: ConnectionRequest): Promise<Connection<StripeKeys>> {
  const read = readStripeKey(fields[field], mode);
  if ("fault" in read) return read;
  const { secretKey } = read;
  const stripe = await createStripeClient({ apiUrl, secretKey, repeats: 0 })();
  const fault = await rightsFault(stripe, apiUrl);
  if (fault !== undefined) return { field, fault };
  const account = await accountOf(stripe);
  if (mode === "live" && account?.charges_enabled === false) {
    const sentence =
      "Stripe does not let this account take payments yet. Answer what Stripe asks for at dashboard.stripe.com, then connect again.";
    return { field, fault: sentence };
  }
  // Selling once works without an answer, so the account is connected, and asked again later.
  const plansFault = await stripePlansFault(stripe).catch(() => undefined);
  const webhook = await makeWebhook(stripe, webhookUrl, apiUrl);
  if ("fault" in webhook) return webhook;
  return {
    credentials: { secretKey, webhookSecret: webhook.secret },
    label: labelOf(account && nameOf(account), secretKey),
    webhookId: webhook.id,
    note: webhook.note,
    ...(plansFault !== undefined && { plansFault }),
    ...(account !== null && { accountId: account.id }),
    replacedWebhooks: webhook.replaced,
  };
}

/** Removes the webhook of an account. False when it possibly still exists; never throws. */
export async function removeStripeWebhook(
  apiUrl: string,
  secretKey: string,
  webhookId: string,
): Promise<boolean> {
  const stripe = await createStripeClient({ apiUrl, secretKey, repeats: 0 })();
  const status = await statusOf(stripe.webhookEndpoints.del(webhookId));
  // 404: the webhook is gone already.
  return status === 200 || status === 404;
}

/** Sentence about the key; undefined when it can do all that Furrow needs. */
async function rightsFault(stripe: Stripe, apiUrl: string): Promise<string | undefined> {
  const answers = await tryRights(stripe, [...rightsForPayments, rightForWebhooks]);
  const statuses = answers.map(({ status }) => status);
  if (statuses.includes(401)) {
    return "Stripe does not know this key. It was deleted or has expired, or a part is missing: copy it again from Stripe’s dashboard, under Developers → API keys.";
  }
  const lacking = answers.filter(({ status }) => status === 403);
  if (lacking.length > 0) {
    const { lacks, remedy } = lackingInWords(lacking.map(({ needed }) => needed));
    return `${lacks} ${remedy}, then connect again.`;
  }
  const failed = statuses.find((status) => !isAllowed(status));
  return failed === undefined ? undefined : outageSentence(failed, apiUrl);
}

function outageSentence(status: number, apiUrl: string): string {
  return status === 0
    ? `Stripe did not answer. Check that this server can connect to ${apiUrl}, then connect again.`
    : `Stripe answered ${status}, so the key could not be tried. Connect again in some minutes.`;
}

/** Null for a restricted key, which may not read it. */
async function accountOf(stripe: Stripe): Promise<Stripe.Account | null> {
  return stripe.accounts.retrieveCurrent().catch(() => null);
}

function nameOf({ settings, business_profile, email }: Stripe.Account): string | null {
  return settings?.dashboard.display_name || business_profile?.name || email || null;
}

function labelOf(name: string | null, secretKey: string): string {
  const end = endOf(secretKey);
  return name === null ? `Key ending in ${end}` : `${name}, key ending in ${end}`;
}

interface MadeWebhook {
  /** Null when Stripe made none. */
  readonly id: string | null;
  readonly secret: string;
  readonly note: string | null;
  readonly replaced: readonly string[];
}

async function makeWebhook(
  stripe: Stripe,
  url: string,
  apiUrl: string,
): Promise<MadeWebhook | ConnectionFault> {
  try {
    const { default: Client } = await import("stripe");
    const before = await stripe.webhookEndpoints.list({ limit: 100 });
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...heardEvents],
      api_version: Client.API_VERSION,
      description: "Made by Furrow, which needs it to hear of payments.",
    });
    const former = before.data.filter((webhook) => webhook.url === url).map(({ id }) => id);
    for (const id of former) await statusOf(stripe.webhookEndpoints.del(id));
    return { id: made.id, secret: made.secret ?? "", note: null, replaced: former };
  } catch (error) {
    const { param, message } = (error ?? {}) as Partial<Stripe.errors.StripeError>;
    const { status, code } = withoutRequest(error);
    if (status === 400 && (code === "url_invalid" || param === "url")) {
      return { id: null, secret: "", note: unreachableNote(url), replaced: [] };
    }
    if (status === 400 && /maximum/i.test(message ?? "")) {
      const fault =
        "This Stripe account has as many webhooks as Stripe allows. Delete one that is no longer used, in Stripe’s dashboard under Developers → Webhooks, then connect again.";
      return { field, fault };
    }
    return { field, fault: outageSentence(status, apiUrl) };
  }
}

function unreachableNote(url: string): string {
  return `Stripe cannot send news to ${url}, because it sends only to public addresses with https. Furrow asks Stripe every ten minutes instead. Connect again when the site has its public address.`;
}
