import { expect, test } from "vitest";
import { providerSettings } from "../../tests/support/provider-settings.ts";
import { familyOf } from "./payment-provider.ts";
import { createEarlierProviders, createProvider, type ProviderName } from "./providers.ts";

const inUse: readonly ProviderName[] = ["sandbox", "paypal-standard", "paypal"];

test.each(["live", "sandbox"] as const)(
  "in PayPal's %s environment, a provider and its earlier providers form one family",
  (paypalEnvironment) => {
    const settings = { ...providerSettings, paypalEnvironment };
    for (const name of inUse) {
      const { name: stored } = createProvider(name, settings);
      const earlier = createEarlierProviders(name, settings).map((provider) => provider.name);
      expect([...familyOf(stored)].sort()).toEqual([stored, ...earlier].sort());
    }
  },
);

test("an unknown provider is a family of its own", () => {
  expect(familyOf("another")).toEqual(["another"]);
});
