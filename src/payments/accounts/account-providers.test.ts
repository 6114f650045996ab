import { expect, test } from "vitest";
import { providerSettings } from "../../../tests/support/payments/provider-settings.ts";
import type { AccountKind, PaymentMode } from "../connection.ts";
import { sandboxKeys } from "../sandbox/sandbox-keys.ts";
import { providerOfAccount } from "./account-providers.ts";
import type { Credentials, ReadableAccount } from "./payment-accounts.server.ts";
import { connectAtProvider } from "./provider-connections.ts";

const settings = { ...providerSettings, sandboxUrl: "https://sandbox.example" };
const { stripe, paypal, paypalStandard } = sandboxKeys(settings.secret);
const stripeKeys = { secretKey: "sk_live_mine", webhookSecret: "whsec_mine" };
const paypalKeys = { clientId: "client", clientSecret: "hush", webhookId: "WH-1" };
const receiver = { receiver: "till@shop.example" };

test.each<[AccountKind, PaymentMode, string, Credentials, string]>([
  ["stripe", "live", "Stripe", stripeKeys, "https://checkout.stripe.com"],
  ["stripe", "test", "Stripe", stripeKeys, "https://checkout.stripe.com"],
  ["stripe", "test", "the sandbox", { ...stripeKeys, ...stripe }, settings.sandboxUrl],
  ["paypal", "live", "PayPal", paypalKeys, "https://www.paypal.com"],
  ["paypal", "test", "PayPal", paypalKeys, "https://www.sandbox.paypal.com"],
  ["paypal", "test", "the sandbox", { ...paypalKeys, ...paypal }, settings.sandboxUrl],
  ["paypal-standard", "live", "PayPal", receiver, "https://www.paypal.com"],
  ["paypal-standard", "test", "PayPal", receiver, "https://www.sandbox.paypal.com"],
  ["paypal-standard", "test", "the sandbox", paypalStandard, settings.sandboxUrl],
])("a %s account in %s mode with keys of %s sends customers there", (...given) => {
  const [kind, mode, , credentials, origin] = given;
  const account = { id: "account", kind, mode, credentials, label: "" } as ReadableAccount;
  expect(providerOfAccount(account, settings).formTargets).toContain(origin);
});

test.each<[AccountKind, Readonly<Record<string, string>>]>([
  ["stripe", { secretKey: stripe.secretKey }],
  ["paypal", { clientId: paypal.clientId, clientSecret: paypal.clientSecret }],
  ["paypal-standard", paypalStandard],
])(
  "a %s account of the sandbox is not connected while the site takes real payments",
  async (kind, fields) => {
    const typed = { kind, mode: "test", fields } as const;
    expect(await connectAtProvider(typed, { ...settings, usesSandbox: false })).toMatchObject({
      fault: expect.stringContaining("works only while the site is in test mode"),
    });
  },
);
