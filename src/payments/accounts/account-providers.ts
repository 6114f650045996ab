import type { AccountKind, PaymentMode } from "../connection.ts";
import type { PaymentProvider } from "../payment-provider.ts";
import { createPaypalRest, paypalRestEndpoints, webhookPath } from "../paypal-rest/paypal-rest.ts";
import {
  createPaypalStandard,
  notifyPath,
  paypalEndpoints,
} from "../paypal-standard/paypal-standard.ts";
import type { ProviderSettings } from "../providers.ts";
import {
  sandboxEndpoints,
  sandboxRestEndpoints,
  sandboxStripeEndpoints,
} from "../sandbox/endpoints.ts";
import { isSandboxAccount } from "../sandbox/sandbox-keys.ts";
import { createStripe, stripeEndpoints, stripeWebhookPath } from "../stripe/stripe.ts";
import type { ReadableAccount } from "./payment-accounts.server.ts";

/** Names that are stored with payments. */
const providerNames: Readonly<Record<AccountKind, Readonly<Record<PaymentMode, string>>>> = {
  stripe: { live: "stripe", test: "stripe-test" },
  paypal: { live: "paypal", test: "paypal-sandbox" },
  "paypal-standard": { live: "paypal-standard", test: "paypal-standard-sandbox" },
};

export function providerNameOf({ kind, mode }: Pick<ReadableAccount, "kind" | "mode">): string {
  return providerNames[kind][mode];
}

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

export function providerOfAccount(
  account: ReadableAccount,
  { publicUrl, sandboxUrl, ownUrl, clock }: AccountSettings,
): PaymentProvider {
  const { kind, mode, id, label } = account;
  const given = {
    name: providerNameOf(account),
    isLive: mode === "live",
    path: notificationPathOf(kind, mode),
    paymentAccount: id,
  };
  const inSandbox = isInSandbox(account);
  const environment = mode === "live" ? "live" : "sandbox";
  switch (kind) {
    case "stripe":
      return createStripe({
        ...given,
        endpoints: inSandbox ? sandboxStripeEndpoints(sandboxUrl, ownUrl) : stripeEndpoints,
        keys: account.credentials,
      });
    case "paypal":
      return createPaypalRest({
        ...given,
        endpoints: inSandbox
          ? sandboxRestEndpoints(sandboxUrl, ownUrl)
          : paypalRestEndpoints[environment],
        credentials: account.credentials,
        receiver: label,
        clock,
      });
    case "paypal-standard": {
      const { receiver } = account.credentials;
      return createPaypalStandard({
        ...given,
        endpoints: inSandbox ? sandboxEndpoints(sandboxUrl, ownUrl) : paypalEndpoints[environment],
        publicUrl,
        // The PayPal address of the site is the only place for the address of real payments.
        ...(mode === "test" && { receiver }),
      });
    }
  }
}
