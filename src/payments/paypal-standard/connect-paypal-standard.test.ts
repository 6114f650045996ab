import { expect, test } from "vitest";
import type { PaymentMode } from "../connection.ts";
import { connectPaypalStandard } from "./connect-paypal-standard.ts";

test.each<[string, PaymentMode, string]>([
  [" ", "test", "Enter the email address of your PayPal account."],
  ["https://paypal.me/shop", "live", "This is a link."],
  ["shop", "live", "or its merchant ID of 13 letters and digits"],
  ["till@sandbox.example", "live", "belongs to Furrow’s own sandbox"],
  ["owner@example.com", "live", "This is an example address"],
])("the receiver %j is refused (%s mode)", (receiver, mode, sentence) => {
  expect(connectPaypalStandard({ fields: { receiver }, mode })).toEqual({
    field: "receiver",
    fault: expect.stringContaining(sentence),
  });
});

test.each<[string, PaymentMode, string]>([
  [" shop@furrow.farm\u200b\n", "live", "shop@furrow.farm"],
  ["ABCDEFGHJK123", "live", "ABCDEFGHJK123"],
  ["till@sandbox.example", "test", "till@sandbox.example"],
])("the receiver %j is taken (%s mode)", (typed, mode, receiver) => {
  expect(connectPaypalStandard({ fields: { receiver: typed }, mode })).toEqual({
    credentials: { receiver },
    label: receiver,
    webhookId: null,
    note: null,
    plansFault: null,
  });
});
