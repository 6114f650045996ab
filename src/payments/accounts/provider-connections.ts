import { type AccountKind, type Connection, type PaymentMode, pasted } from "../connection.ts";
import { connectPaypal, removePaypalWebhook } from "../paypal-rest/connect-paypal.ts";
import { preparePaypal } from "../paypal-rest/prepare-paypal.ts";
import { connectPaypalStandard } from "../paypal-standard/connect-paypal-standard.ts";
import { isSandboxAccount } from "../sandbox/sandbox-keys.ts";
import { connectStripe, removeStripeWebhook } from "../stripe/connect-stripe.ts";
import { prepareStripe } from "../stripe/prepare-stripe.ts";
import {
  type AccountSettings,
  endpointsIn,
  endpointsInSandbox,
  endpointsOf,
  notificationPathOf,
} from "./account-providers.ts";
import type { Credentials, ReadableAccount } from "./payment-accounts.server.ts";

interface Typed {
  readonly kind: AccountKind;
  readonly mode: PaymentMode;
  readonly fields: Readonly<Record<string, string>>;
}

type ConnectionSettings = Pick<AccountSettings, "publicUrl" | "sandboxUrl" | "ownUrl"> & {
  /** False while the site takes real payments only. */
  readonly usesSandbox: boolean;
};

/** The field that a sentence about the whole account belongs to. */
const firstFieldOf: Readonly<Record<AccountKind, string>> = {
  stripe: "secretKey",
  paypal: "clientId",
  "paypal-standard": "receiver",
};

/** Tries the typed keys at the provider, or at the sandbox for keys of the sandbox. */
export async function connectAtProvider(
  { kind, mode, fields }: Typed,
  settings: ConnectionSettings,
): Promise<Connection<Credentials>> {
  const bare = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, pasted(value)]),
  );
  // Keys of the sandbox are refused in live mode, and are never sent anywhere else.
  const inSandbox = mode === "test" && isSandboxAccount(kind, bare);
  if (inSandbox && !settings.usesSandbox) {
    const fault =
      "This belongs to Furrow’s own sandbox, which works only while the site is in test mode. Switch to test mode first.";
    return { fault, field: firstFieldOf[kind] };
  }
  const webhookUrl = settings.publicUrl + notificationPathOf(kind, mode);
  const request = { fields, mode, webhookUrl };
  const { stripe, paypal } = inSandbox ? endpointsInSandbox(settings) : endpointsIn(mode);
  switch (kind) {
    case "stripe":
      return connectStripe({ ...request, apiUrl: stripe.apiUrl });
    case "paypal": {
      const { apiUrl } = paypal;
      if (inSandbox) return connectPaypal({ ...request, apiUrl });
      const other = endpointsIn(mode === "live" ? "test" : "live");
      return connectPaypal({ ...request, apiUrl, otherApiUrl: other.paypal.apiUrl });
    }
    case "paypal-standard":
      return connectPaypalStandard(request);
  }
}

/**
 * Lets an account that an earlier version connected do what this version needs. Returns
 * `ConnectedAccount.plansFault`; throws when the provider does not answer. Repeating it is harmless.
 */
export async function prepareAtProvider(
  account: ReadableAccount,
  settings: Pick<AccountSettings, "sandboxUrl" | "ownUrl">,
): Promise<string | null> {
  const { kind, credentials, webhook_id: webhookId } = account;
  const { stripe, paypal } = endpointsOf(account, settings);
  switch (kind) {
    case "stripe":
      return prepareStripe(stripe.apiUrl, credentials.secretKey, webhookId);
    case "paypal":
      return preparePaypal(paypal.apiUrl, credentials);
    case "paypal-standard":
      return null;
  }
}

/** Removes the webhook of an account. False when it possibly still exists; never throws. */
export async function removeWebhookOf(
  account: ReadableAccount,
  settings: Pick<AccountSettings, "sandboxUrl" | "ownUrl">,
): Promise<boolean> {
  const { kind, credentials, webhook_id: webhookId } = account;
  if (webhookId === null) return true;
  const { stripe, paypal } = endpointsOf(account, settings);
  switch (kind) {
    case "stripe":
      return removeStripeWebhook(stripe.apiUrl, credentials.secretKey, webhookId);
    case "paypal":
      return removePaypalWebhook(paypal.apiUrl, { ...credentials, webhookId });
    case "paypal-standard":
      return true;
  }
}
