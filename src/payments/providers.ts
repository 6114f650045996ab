import type { Clock } from "../platform/time/clock.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import {
  createPaypalRest,
  type PaypalCredentials,
  paypalRestEndpoints,
} from "./paypal-rest/paypal-rest.ts";
import { createPaypalStandard, paypalEndpoints } from "./paypal-standard/paypal-standard.ts";
import { sandboxEndpoints, sandboxRestEndpoints } from "./sandbox/endpoints.ts";
import { sandboxCredentials } from "./sandbox/rest/sandbox-account.ts";

export interface ProviderSettings {
  readonly publicUrl: string;
  readonly paypalEnvironment: "live" | "sandbox";
  /** Always set when `PAYMENTS` is `paypal`. */
  readonly paypalCredentials: PaypalCredentials | undefined;
  readonly sandboxProtocol: "standard" | "rest";
  /** Origin at which browsers reach the sandbox. */
  readonly sandboxUrl: string;
  /** Origin at which this process reaches its own server. */
  readonly ownUrl: string;
  /** Secret of the installation. The sandbox's credentials are derived from this secret. */
  readonly secret: string;
  readonly clock: Clock;
}

/** Functions that create a provider, by the value of the `PAYMENTS` setting. */
const providers = {
  sandbox: (settings) =>
    settings.sandboxProtocol === "rest" ? sandboxRest(settings) : sandboxStandard(settings),
  "paypal-standard": ({ publicUrl, paypalEnvironment }) =>
    createPaypalStandard({
      name: paypalEnvironment === "live" ? "paypal-standard" : "paypal-standard-sandbox",
      endpoints: paypalEndpoints[paypalEnvironment],
      isLive: paypalEnvironment === "live",
      publicUrl,
    }),
  paypal: ({ paypalEnvironment, paypalCredentials, clock }) => {
    if (paypalCredentials === undefined)
      throw new Error("PayPal cannot be called without an account.");
    return createPaypalRest({
      name: paypalEnvironment === "live" ? "paypal" : "paypal-sandbox",
      endpoints: paypalRestEndpoints[paypalEnvironment],
      credentials: paypalCredentials,
      isLive: paypalEnvironment === "live",
      clock,
    });
  },
} as const satisfies Record<string, (settings: ProviderSettings) => PaymentProvider>;

export type ProviderName = keyof typeof providers;

export function createProvider(name: ProviderName, settings: ProviderSettings): PaymentProvider {
  return providers[name](settings);
}

/**
 * The other providers that the configuration allows. This installation possibly used these
 * providers before, so they can still send notifications.
 */
export function createEarlierProviders(
  inUse: ProviderName,
  settings: ProviderSettings,
): readonly PaymentProvider[] {
  switch (inUse) {
    case "sandbox":
      return [
        settings.sandboxProtocol === "rest" ? sandboxStandard(settings) : sandboxRest(settings),
      ];
    case "paypal":
      return [createProvider("paypal-standard", settings)];
    case "paypal-standard":
      return settings.paypalCredentials === undefined ? [] : [createProvider("paypal", settings)];
  }
}

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
