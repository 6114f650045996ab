import type { PaymentProvider } from "#payments/payment-provider.ts";
import { createProviders, type ProviderName, type ProviderSettings } from "#payments/providers.ts";
import { systemClock } from "#platform/time/clock.ts";

/** Settings from which any provider can be created; they belong to no real account. */
export const providerSettings: ProviderSettings = {
  publicUrl: "https://shop.example",
  paypalEnvironment: "live",
  paypalCredentials: { clientId: "client", clientSecret: "hush-hush", webhookId: "WEBHOOK" },
  stripeKeys: { secretKey: "sk_live_hush", webhookSecret: "whsec_hush" },
  sandboxProtocols: ["standard"],
  sandboxUrl: "http://127.0.0.1:3000",
  ownUrl: "http://127.0.0.1:3000",
  secret: "a secret of thirty-two characters",
  clock: systemClock,
};

/** The provider with this name; of the sandbox the first protocol. */
export function createProvider(name: ProviderName, settings: ProviderSettings): PaymentProvider {
  const [provider] = createProviders([name], settings);
  if (provider === undefined) throw new Error(`There is no provider ${name}.`);
  return provider;
}
