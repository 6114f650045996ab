import type { ProviderSettings } from "../../src/payments/providers.ts";
import { systemClock } from "../../src/platform/time/clock.ts";

/** What any provider can be made of, with nobody's account. */
export const providerSettings: ProviderSettings = {
  publicUrl: "https://shop.example",
  paypalEnvironment: "live",
  paypalCredentials: { clientId: "client", clientSecret: "hush-hush", webhookId: "WEBHOOK" },
  sandboxProtocol: "standard",
  sandboxUrl: "http://127.0.0.1:3000",
  ownUrl: "http://127.0.0.1:3000",
  secret: "a secret of thirty-two characters",
  clock: systemClock,
};
