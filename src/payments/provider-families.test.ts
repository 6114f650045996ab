import { expect, test } from "vitest";
import {
  createProvider,
  providerSettings,
} from "../../tests/support/payments/provider-settings.ts";
import { familyOf } from "./payment-provider.ts";
import { createEarlierProviders, type ProviderName } from "./providers.ts";

const inUse: readonly ProviderName[] = ["sandbox", "paypal-standard", "paypal"];

test.each(["live", "sandbox"] as const)(
  "a family consists of the protocols of one PayPal account (PayPal %s)",
  (paypalEnvironment) => {
    const settings = { ...providerSettings, paypalEnvironment };
    for (const name of inUse) {
      const { name: stored } = createProvider(name, settings);
      const earlier = createEarlierProviders([name], settings)
        .filter(({ displayName }) => displayName === "PayPal")
        .map((provider) => provider.name);
      expect([...familyOf(stored)].sort()).toEqual([stored, ...earlier].sort());
    }
  },
);

test("Stripe shares its transactions with no other provider", () => {
  const { name } = createProvider("stripe", providerSettings);
  expect(familyOf(name)).toEqual(["stripe"]);
});

test("an unknown provider's family consists of this provider only", () => {
  expect(familyOf("another")).toEqual(["another"]);
});
