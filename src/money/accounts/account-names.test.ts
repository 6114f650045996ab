import { expect, test } from "vitest";
import { accountInWords } from "./account-names.ts";

test.each([
  ["stripe", "live", "Key ending in 4f2a", "Stripe (key ending in 4f2a) for real payments"],
  [
    "paypal",
    "test",
    "Client ID ending in dbox",
    "PayPal (client ID ending in dbox) for test payments",
  ],
  [
    "paypal-standard",
    "live",
    "Till@shop.test",
    "PayPal Payments Standard (Till@shop.test) for real payments",
  ],
  [
    "stripe",
    "test",
    "Acme, key ending in 4f2a",
    "Stripe (Acme, key ending in 4f2a) for test payments",
  ],
] as const)("an account of %s in %s mode is named in a sentence", (kind, mode, label, words) => {
  expect(accountInWords({ kind, mode, label })).toBe(words);
});
