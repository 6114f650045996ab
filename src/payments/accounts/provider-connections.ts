import { type AccountKind, type Connection, type PaymentMode, pasted } from "../connection.ts";
import { connectPaypal, removePaypalWebhook } from "../paypal-rest/connect-paypal.ts";
import { paypalRestEndpoints } from "../paypal-rest/paypal-rest.ts";
import { connectPaypalStandard } from "../paypal-standard/connect-paypal-standard.ts";
import { sandboxRestEndpoints, sandboxStripeEndpoints } from "../sandbox/endpoints.ts";
import { isSandboxAccount } from "../sandbox/sandbox-keys.ts";
import { connectStripe, removeStripeWebhook } from "../stripe/connect-stripe.ts";
import { stripeEndpoints } from "../stripe/stripe.ts";
import { type AccountSettings, isInSandbox, notificationPathOf } from "./account-providers.ts";
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
  { publicUrl, sandboxUrl, ownUrl, usesSandbox }: ConnectionSettings,
): Promise<Connection<Credentials>> {
  const bare = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, pasted(value)]),
  );
  // Keys of the sandbox are refused in live mode, and are never sent anywhere else.
  const inSandbox = mode === "test" && isSandboxAccount(kind, bare);
  if (inSandbox && !usesSandbox) {
    const fault =
      "This belongs to Furrow’s own sandbox, which works only while the site is in test mode. Switch to test mode first.";
    return { fault, field: firstFieldOf[kind] };
  }
  const request = { fields, mode, webhookUrl: publicUrl + notificationPathOf(kind, mode) };
  switch (kind) {
    case "stripe": {
      const { apiUrl } = inSandbox ? sandboxStripeEndpoints(sandboxUrl, ownUrl) : stripeEndpoints;
      return connectStripe({ ...request, apiUrl });
    }
    case "paypal": {
      if (inSandbox) {
        const { apiUrl } = sandboxRestEndpoints(sandboxUrl, ownUrl);
        return connectPaypal({ ...request, apiUrl });
      }
      const { live, sandbox } = paypalRestEndpoints;
      const [own, other] = mode === "live" ? [live, sandbox] : [sandbox, live];
      return connectPaypal({ ...request, apiUrl: own.apiUrl, otherApiUrl: other.apiUrl });
    }
    case "paypal-standard":
      return connectPaypalStandard(request);
  }
}

/** Removes the webhook of an account. False when it possibly still exists; never throws. */
export async function removeWebhookOf(
  account: ReadableAccount,
  { sandboxUrl, ownUrl }: Pick<AccountSettings, "sandboxUrl" | "ownUrl">,
): Promise<boolean> {
  const { kind, mode, webhook_id: webhookId } = account;
  if (webhookId === null) return true;
  switch (kind) {
    case "stripe": {
      const { apiUrl } = isInSandbox(account)
        ? sandboxStripeEndpoints(sandboxUrl, ownUrl)
        : stripeEndpoints;
      return removeStripeWebhook(apiUrl, account.credentials.secretKey, webhookId);
    }
    case "paypal": {
      const { apiUrl } = isInSandbox(account)
        ? sandboxRestEndpoints(sandboxUrl, ownUrl)
        : paypalRestEndpoints[mode === "live" ? "live" : "sandbox"];
      return removePaypalWebhook(apiUrl, { ...account.credentials, webhookId });
    }
    case "paypal-standard":
      return true;
  }
}
