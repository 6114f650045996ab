import { expect, test } from "vitest";
import { providerSettings } from "../../tests/support/payments/provider-settings.ts";
import { createEarlierProviders, createProviders } from "./providers.ts";
import { storedProvider, testProviders } from "./stored-providers.ts";

test("a stored name says of each provider what the provider says of itself", () => {
  const stripeKeys = { secretKey: "sk_test_x", webhookSecret: "whsec_x" };
  const inTest = { ...providerSettings, stripeKeys, paypalEnvironment: "sandbox" } as const;
  const inLive = {
    ...providerSettings,
    stripeKeys: { ...stripeKeys, secretKey: "sk_live_x" },
    paypalEnvironment: "live",
  } as const;
  const names = ["paypal-standard", "paypal", "stripe"] as const;
  const providers = [
    ...createProviders(["sandbox", ...names], inTest),
    ...createEarlierProviders(["sandbox"], inTest),
    ...createProviders(names, inLive),
  ];
  for (const { name, displayName, isTest } of providers) {
    expect([name, storedProvider(name)]).toEqual([name, { displayName, isTest }]);
  }
  const tests = providers.filter(({ isTest }) => isTest).map(({ name }) => name);
  expect([...testProviders].sort()).toEqual(tests.sort());
  expect(storedProvider("a former one").displayName).toBe("a former one");
});
