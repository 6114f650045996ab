import { expect, test } from "vitest";
import { providerSettings } from "../../tests/support/provider-settings.ts";
import { familyOf } from "./provider-families.ts";
import { createEarlierProviders, createProvider, type ProviderName } from "./providers.ts";

const inUse: readonly ProviderName[] = ["sandbox", "paypal-standard", "paypal"];

test.each(["live", "sandbox"] as const)(
  "Of %s, every provider knows what the others before it knew",
  (paypalEnvironment) => {
    const settings = { ...providerSettings, paypalEnvironment };
    for (const name of inUse) {
      const { name: stored } = createProvider(name, settings);
      const earlier = createEarlierProviders(name, settings).map((provider) => provider.name);
      expect([...familyOf(stored)].sort()).toEqual([stored, ...earlier].sort());
    }
  },
);

test("A provider that nobody knows is alone", () => {
  expect(familyOf("another")).toEqual(["another"]);
});
