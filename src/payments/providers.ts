import type { PaymentProvider } from "./payment-provider.ts";
import { paypalEndpoints } from "./paypal-standard/endpoints.ts";
import { createPaypalStandard } from "./paypal-standard/paypal-standard.ts";
import { sandboxEndpoints } from "./sandbox/endpoints.ts";

export interface ProviderSettings {
  /** The site's own origin. */
  readonly publicUrl: string;
  readonly paypalEnvironment: "live" | "sandbox";
  /** The origin under which a browser reaches the stand-in. */
  readonly sandboxUrl: string;
  /** The origin under which this process reaches itself. */
  readonly ownUrl: string;
}

/** Every provider, by the name that the configuration knows. */
const providers = {
  sandbox: ({ publicUrl, sandboxUrl, ownUrl }) =>
    createPaypalStandard({
      name: "sandbox",
      displayName: "PayPal",
      endpoints: sandboxEndpoints(sandboxUrl, ownUrl),
      isLive: false,
      publicUrl,
    }),
  "paypal-standard": ({ publicUrl, paypalEnvironment }) =>
    createPaypalStandard({
      name: paypalEnvironment === "live" ? "paypal-standard" : "paypal-standard-sandbox",
      displayName: "PayPal",
      endpoints: paypalEndpoints[paypalEnvironment],
      isLive: paypalEnvironment === "live",
      publicUrl,
    }),
} as const satisfies Record<string, (settings: ProviderSettings) => PaymentProvider>;

export type ProviderName = keyof typeof providers;

export function createProvider(name: ProviderName, settings: ProviderSettings): PaymentProvider {
  return providers[name](settings);
}
