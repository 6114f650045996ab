import type { Clock } from "../platform/time/clock.ts";
import type { AccountKind } from "./connection.ts";
import { type PaymentProvider, providerNames } from "./payment-provider.ts";
import {
  createPaypalRest,
  type PaypalCredentials,
  paypalRestEndpoints,
} from "./paypal-rest/paypal-rest.ts";
import { createPaypalStandard, paypalEndpoints } from "./paypal-standard/paypal-standard.ts";
import {
  sandboxEndpoints,
  sandboxRestEndpoints,
  sandboxStripeEndpoints,
} from "./sandbox/endpoints.ts";
import { sandboxCredentials } from "./sandbox/rest/sandbox-account.ts";
import { sandboxStripeKeys } from "./sandbox/stripe/stripe-account.ts";
import { createStripe, isLiveKey, type StripeKeys, stripeEndpoints } from "./stripe/stripe.ts";

export interface ProviderSettings {
  readonly publicUrl: string;
  readonly paypalEnvironment: "live" | "sandbox";
  /** Always set when `PAYMENTS` is `paypal`. */
  readonly paypalCredentials: PaypalCredentials | undefined;
  readonly stripeKeys: StripeKeys | undefined;
  readonly sandboxProtocols: readonly SandboxProtocol[];
  /** Origin at which browsers reach the sandbox. */
  readonly sandboxUrl: string;
  /** Origin at which this process reaches its own server. */
  readonly ownUrl: string;
  /** Secret of the installation. The sandbox's credentials are derived from this secret. */
  readonly secret: string;
  readonly clock: Clock;
}

/** Functions that create a provider, by its name in the `PAYMENTS` setting. */
const providers = {
  "paypal-standard": ({ publicUrl, paypalEnvironment }) => {
    const isLive = paypalEnvironment === "live";
    return createPaypalStandard({
      name: nameOf("paypal-standard", isLive),
      endpoints: paypalEndpoints[paypalEnvironment],
      isLive,
      publicUrl,
    });
  },
  paypal: ({ paypalEnvironment, paypalCredentials, clock }) => {
    if (paypalCredentials === undefined)
      throw new Error("PayPal cannot be called without an account.");
    const isLive = paypalEnvironment === "live";
    return createPaypalRest({
      name: nameOf("paypal", isLive),
      endpoints: paypalRestEndpoints[paypalEnvironment],
      credentials: paypalCredentials,
      isLive,
      clock,
    });
  },
  stripe: ({ stripeKeys }) => {
    if (stripeKeys === undefined) throw new Error("Stripe cannot be called without keys.");
    const isLive = isLiveKey(stripeKeys.secretKey);
    return createStripe({
      name: nameOf("stripe", isLive),
      endpoints: stripeEndpoints,
      keys: stripeKeys,
      isLive,
    });
  },
} as const satisfies Record<string, (settings: ProviderSettings) => PaymentProvider>;

function nameOf(kind: AccountKind, isLive: boolean): string {
  return providerNames[kind][isLive ? "live" : "test"];
}

export type ProviderName = keyof typeof providers | "sandbox";

/** The providers that customers can choose now; the first is chosen beforehand. */
export function createProviders(
  names: readonly ProviderName[],
  settings: ProviderSettings,
): readonly PaymentProvider[] {
  return names.flatMap((name) =>
    name === "sandbox"
      ? settings.sandboxProtocols.map((protocol) => inSandbox[protocol](settings))
      : [providers[name](settings)],
  );
}

/**
 * The other providers that the configuration allows. This installation possibly used these
 * providers before, so they can still send notifications.
 */
export function createEarlierProviders(
  inUse: readonly ProviderName[],
  settings: ProviderSettings,
): readonly PaymentProvider[] {
  if (inUse.includes("sandbox")) return otherSandboxProtocols(settings);
  const hasAccount = {
    "paypal-standard": true,
    paypal: settings.paypalCredentials !== undefined,
    stripe: settings.stripeKeys !== undefined,
  };
  const possible = ["paypal-standard", "paypal", "stripe"] as const;
  return possible
    .filter((name) => hasAccount[name] && !inUse.includes(name))
    .map((name) => providers[name](settings));
}

/** The sandbox's protocols that customers cannot choose, for payments that were made before. */
export function otherSandboxProtocols(settings: ProviderSettings): readonly PaymentProvider[] {
  return sandboxProtocols
    .filter((protocol) => !settings.sandboxProtocols.includes(protocol))
    .map((protocol) => inSandbox[protocol](settings));
}

const sandboxProtocols = ["standard", "rest", "stripe"] as const;
type SandboxProtocol = (typeof sandboxProtocols)[number];

const inSandbox = {
  standard: sandboxStandard,
  rest: sandboxRest,
  stripe: sandboxStripe,
} as const satisfies Record<SandboxProtocol, (settings: ProviderSettings) => PaymentProvider>;

function sandboxStandard({ publicUrl, sandboxUrl, ownUrl }: ProviderSettings): PaymentProvider {
  return createPaypalStandard({
    name: "sandbox",
    endpoints: sandboxEndpoints(sandboxUrl, ownUrl),
    isLive: false,
    publicUrl,
  });
}

function sandboxRest({ sandboxUrl, ownUrl, secret, clock }: ProviderSettings): PaymentProvider {
  return createPaypalRest({
    name: "sandbox-rest",
    endpoints: sandboxRestEndpoints(sandboxUrl, ownUrl),
    credentials: sandboxCredentials(secret),
    isLive: false,
    clock,
  });
}

function sandboxStripe({ sandboxUrl, ownUrl, secret }: ProviderSettings): PaymentProvider {
  return createStripe({
    name: "sandbox-stripe",
    endpoints: sandboxStripeEndpoints(sandboxUrl, ownUrl),
    keys: sandboxStripeKeys(secret),
    isLive: false,
  });
}
