import type { ProviderSettings } from "#payments/providers.ts";
import { systemClock } from "#platform/time/clock.ts";

/** Settings from which any provider can be created; they belong to no real account. */
export const providerSettings: ProviderSettings = {
  publicUrl: "https://shop.example",
  paypalEnvironment: "live",
  paypalCredentials: { clientId: "client", clientSecret: "hush-hush", webhookId: "WEBHOOK" },
  stripeKeys: { secretKey: "sk_live_hush", webhookSecret: "whsec_hush" },
  sandboxProtocol: "standard",
  sandboxUrl: "http://127.0.0.1:3000",
  ownUrl: "http://127.0.0.1:3000",
  secret: "a secret of thirty-two characters",
  clock: systemClock,
};
