import type { AccountKind, PaymentMode } from "../connection.ts";
import { type PaymentProvider, providerNames } from "../payment-provider.ts";
import {
  createPaypalRest,
  type PaypalRestEndpoints,
  paypalRestEndpoints,
  webhookPath,
} from "../paypal-rest/paypal-rest.ts";
import {
  createPaypalStandard,
  notifyPath,
  type PaypalEndpoints,
  paypalEndpoints,
} from "../paypal-standard/paypal-standard.ts";
import type { ProviderSettings } from "../providers.ts";
import {
  sandboxEndpoints,
  sandboxRestEndpoints,
  sandboxStripeEndpoints,
} from "../sandbox/endpoints.ts";
import { isSandboxAccount } from "../sandbox/sandbox-keys.ts";
import {
  createStripe,
  type StripeEndpoints,
  stripeEndpoints,
  stripeWebhookPath,
} from "../stripe/stripe.ts";
import type { ReadableAccount } from "./payment-accounts.server.ts";

const pathsOfKinds: Readonly<Record<AccountKind, string>> = {
  stripe: stripeWebhookPath,
  paypal: webhookPath,
  "paypal-standard": notifyPath,
};

/** Path to which a provider sends notifications; each mode has its own, so that both are heard. */
export function notificationPathOf(kind: AccountKind, mode: PaymentMode): string {
  return mode === "live" ? pathsOfKinds[kind] : `${pathsOfKinds[kind]}-test`;
}

/** Media type of the notifications at each path of the site that takes notifications. */
export const notificationPaths: ReadonlyMap<string, string> = new Map(
  (["live", "test"] as const).flatMap((mode) => [
    [notificationPathOf("stripe", mode), "application/json"],
    [notificationPathOf("paypal", mode), "application/json"],
    [notificationPathOf("paypal-standard", mode), "application/x-www-form-urlencoded"],
  ]),
);

/** True for an account of the built-in sandbox that an owner has connected to practise. */
export function isInSandbox({ kind, mode, credentials }: ReadableAccount): boolean {
  return mode === "test" && isSandboxAccount(kind, { ...credentials });
}

export type AccountSettings = Pick<
  ProviderSettings,
  "publicUrl" | "sandboxUrl" | "ownUrl" | "clock"
>;

interface Endpoints {
  readonly stripe: StripeEndpoints;
  readonly paypal: PaypalRestEndpoints;
  readonly "paypal-standard": PaypalEndpoints;
}

/** Where each provider is called in a mode. */
export function endpointsIn(mode: PaymentMode): Endpoints {
  const environment = mode === "live" ? "live" : "sandbox";
  return {
    stripe: stripeEndpoints,
    paypal: paypalRestEndpoints[environment],
    "paypal-standard": paypalEndpoints[environment],
  };
}

/** Where the built-in sandbox is called in place of each provider. */
export function endpointsInSandbox({
  sandboxUrl,
  ownUrl,
}: Pick<AccountSettings, "sandboxUrl" | "ownUrl">): Endpoints {
  return {
    stripe: sandboxStripeEndpoints(sandboxUrl, ownUrl),
    paypal: sandboxRestEndpoints(sandboxUrl, ownUrl),
    "paypal-standard": sandboxEndpoints(sandboxUrl, ownUrl),
  };
}

/** Where the provider of an account is called. */
export function endpointsOf(
  account: ReadableAccount,
  settings: Pick<AccountSettings, "sandboxUrl" | "ownUrl">,
): Endpoints {
  return isInSandbox(account) ? endpointsInSandbox(settings) : endpointsIn(account.mode);
}

export function providerOfAccount(
  account: ReadableAccount,
  settings: AccountSettings,
): PaymentProvider {
  const { kind, mode, id, label } = account;
  const given = {
    name: providerNames[kind][mode],
    isLive: mode === "live",
    path: notificationPathOf(kind, mode),
    paymentAccount: id,
  };
  const { publicUrl, clock } = settings;
  const endpoints = endpointsOf(account, settings);
  switch (kind) {
    case "stripe":
      return createStripe({
        ...given,
        endpoints: endpoints.stripe,
        keys: account.credentials,
        canSubscribe: account.credentials.plansFault === undefined,
      });
    case "paypal":
      return createPaypalRest({
        ...given,
        endpoints: endpoints.paypal,
        credentials: account.credentials,
        receiver: label,
        canSubscribe: account.credentials.plansFault === undefined,
        clock,
      });
    case "paypal-standard": {
      const { receiver } = account.credentials;
      return createPaypalStandard({
        ...given,
        endpoints: endpoints["paypal-standard"],
        publicUrl,
        // The PayPal address of the site is the only place for the address of real payments.
        ...(mode === "test" && { receiver }),
      });
    }
  }
}
