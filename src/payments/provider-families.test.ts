import { expect, test } from "vitest";
import { providerSettings } from "../../tests/support/payments/provider-settings.ts";
import { familyOf } from "./payment-provider.ts";
import { createEarlierProviders, createProvider, type ProviderName } from "./providers.ts";

const inUse: readonly ProviderName[] = ["sandbox", "paypal-standard", "paypal"];

test.each(["live", "sandbox"] as const)(
  "a provider's family consists of the provider and its earlier providers (PayPal %s)",
  (paypalEnvironment) => {
    const settings = { ...providerSettings, paypalEnvironment };
    for (const name of inUse) {
      const { name: stored } = createProvider(name, settings);
      const earlier = createEarlierProviders(name, settings).map((provider) => provider.name);
      expect([...familyOf(stored)].sort()).toEqual([stored, ...earlier].sort());
    }
  },
);

test("an unknown provider's family consists of this provider only", () => {
  expect(familyOf("another")).toEqual(["another"]);
});
