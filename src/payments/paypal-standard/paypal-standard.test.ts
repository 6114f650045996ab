import { describe, expect, test } from "vitest";
import { fieldsOf } from "../../../tests/support/orders/shop.ts";
import {
  createProvider,
  providerSettings as settings,
} from "../../../tests/support/payments/provider-settings.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt-store.server.ts";

const attempt: PaymentAttempt = {
  id: "attempt-1",
  orderReference: "order-1",
  provider: "paypal-standard",
  amountCents: 14950,
  currency: "USD",
  receiver: "till@example.org",
  reference: null,
  returnedAt: null,
  paymentAccount: null,
  leftAt: null,
  createdAt: 0,
};

const checkout = {
  description: `${"x".repeat(200)}`,
  returnUrl: "https://shop.example/received-payment/order-1",
  cancelUrl: "https://shop.example/order-cancelled/order-1?token=t",
  customerEmail: "ada@example.com",
};

describe("PayPal Payments Standard", () => {
  test("hands the browser off with the fields of PayPal's buy-now form", async () => {
    const provider = createProvider("paypal-standard", settings);
    const { handOff, known } = await provider.startCheckout(attempt, checkout);
    expect(known).toBeNull();
    expect(handOff).toMatchObject({ action: "https://www.paypal.com/cgi-bin/webscr" });
    expect(fieldsOf(handOff)).toEqual({
      cmd: "_xclick",
      business: "till@example.org",
      item_name: "x".repeat(127),
      item_number: "1",
      amount: "149.50",
      no_shipping: "1",
      currency_code: "USD",
      invoice: "order-1",
      custom: "attempt-1",
      notify_url: "https://shop.example/api/payments/paypal/ipn",
      return: checkout.returnUrl,
      cancel_return: checkout.cancelUrl,
      rm: "1",
      charset: "utf-8",
    });
    expect(provider.formTargets).toEqual(["https://www.paypal.com"]);
  });

  test("takes no payments for the example address, except in the sandbox", () => {
    const example = { address: "payments@furrow.example", isExample: true };
    expect(createProvider("paypal-standard", settings).refusal(example)).toContain(
      "example address",
    );
    expect(createProvider("sandbox", settings).refusal(example)).toBeNull();
  });

  test("refuses to send a refund, and names PayPal's page on which an admin can refund", async () => {
    const provider = createProvider("paypal-standard", settings);
    const page = "https://www.paypal.com/cgi-bin/webscr?cmd=_view-a-trans&id=TXN1";
    expect(provider.refundPage("TXN1")).toBe(page);
    const payment = { transactionId: "TXN1", currency: "USD", attemptId: "attempt-1" };
    const refusal = { code: "conflict", message: expect.stringContaining(page) };
    await expect(provider.refund(payment, 100, "key")).rejects.toMatchObject(refusal);
  });
});
