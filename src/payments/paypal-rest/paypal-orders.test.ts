import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  openPaypalApi,
  type PaypalApi,
  refusalOf,
} from "../../../tests/support/payments/paypal-api.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt-store.server.ts";
import { captureOrder, createOrder, refundCapture } from "./paypal-orders.ts";

let api: PaypalApi;
beforeEach(async () => {
  api = await openPaypalApi();
});
afterEach(() => api.close());

const attempt: PaymentAttempt = {
  id: "attempt-1",
  orderReference: "order-1",
  provider: "paypal",
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
  description: "x".repeat(200),
  returnUrl: "https://shop.example/received-payment/order-1",
  cancelUrl: "https://shop.example/order-cancelled/order-1?proof=p",
  customerEmail: "ada@example.com",
};
const origin = "https://pay.example";
const created = {
  id: "5O190127TN364715T",
  links: [{ rel: "payer-action", href: `${origin}/checkoutnow?token=5O190127TN364715T` }],
  purchase_units: [{ payee: { merchant_id: "MERCHANT", email_address: "till@example.org" } }],
};
const signal = new AbortController().signal;
const bodyOf = (index: number) => JSON.parse(api.calls()[index]?.body.toString() ?? "");
const keys = () => api.calls().map(({ headers }) => headers["paypal-request-id"]);

describe("Creating a PayPal order", () => {
  test("sends amount and description, and returns PayPal's ids of order and receiver", async () => {
    api.will([200, created]);
    await expect(createOrder(api.client(), origin, attempt, checkout)).resolves.toEqual({
      handOff: { kind: "redirect", url: `${origin}/checkoutnow?token=5O190127TN364715T` },
      known: { reference: "5O190127TN364715T", receiver: "MERCHANT" },
    });
    expect(bodyOf(0)).toMatchObject({
      intent: "CAPTURE",
      purchase_units: [
        {
          description: "x".repeat(127),
          custom_id: "attempt-1",
          invoice_id: "order-1",
          amount: { currency_code: "USD", value: "149.50" },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: { return_url: checkout.returnUrl, cancel_url: checkout.cancelUrl },
        },
      },
    });
  });

  test("sends the same idempotency key in each call for one attempt", async () => {
    api.will([500, {}], [200, created], [200, created]);
    await createOrder(api.client(), origin, attempt, checkout);
    await createOrder(api.client(), origin, attempt, checkout);
    expect(keys()).toEqual(Array(3).fill("create-attempt-1"));
  });

  test.each([
    ["another site", [{ rel: "approve", href: "https://evil.example/checkoutnow" }]],
    ["no page", []],
    ["a script", [{ rel: "approve", href: "javascript:alert(1)" }]],
  ])("fails if the link for the customer leads to %s", async (_what, links) => {
    api.will([200, { ...created, links }]);
    const creating = createOrder(api.client(), origin, attempt, checkout);
    await expect(creating).rejects.toMatchObject({ code: "unavailable" });
  });

  test("asks the customer to try again later when PayPal fails, refuses or sends an invalid response", async () => {
    api.will([500, {}], [500, {}], [500, {}], refusalOf("PAYEE_ACCOUNT_RESTRICTED"), [200, "?"]);
    for (let time = 0; time < 3; time++) {
      const creating = createOrder(api.client(), origin, attempt, checkout);
      await expect(creating).rejects.toMatchObject({
        code: "unavailable",
        message: "PayPal does not answer as it should. Nothing was paid; try again later.",
      });
    }
  });
});

describe("Capturing a PayPal order", () => {
  const capture = () => captureOrder(api.client(), "ORDER/1", "key-1", signal);

  test("sends the same idempotency key in each retry", async () => {
    api.will("hang up", [201, { id: "ORDER/1" }]);
    await expect(capture()).resolves.toMatchObject({ kind: "captured" });
    expect(keys()).toEqual(["key-1", "key-1"]);
    expect(api.calls()[0]?.path).toBe("/v2/checkout/orders/ORDER%2F1/capture");
  });

  test.each([
    ["ORDER_NOT_APPROVED", 422, "has not approved it"],
    ["INSTRUMENT_DECLINED", 422, "declined the customer’s payment method"],
    ["DUPLICATE_INVOICE_ID", 422, "already has a payment"],
    ["INVALID_RESOURCE_ID", 404, "has expired at PayPal"],
    ["SOMETHING_NEW", 422, "SOMETHING_NEW"],
  ])("treats %s as a refusal", async (issue, status, words) => {
    api.will(refusalOf(issue, status));
    const refused = { kind: "refused", reason: expect.stringContaining(words) };
    await expect(capture()).resolves.toEqual(refused);
  });
});

describe("Refunding a capture", () => {
  const payment = { transactionId: "CAP1", currency: "USD", attemptId: "attempt-1" };
  const refund = () => refundCapture(api.client(), payment, 4900, "refund-1");

  test("sends the amount, and the same idempotency key in each retry", async () => {
    api.will([502, {}], [201, { id: "REF1" }]);
    expect((await refund()).toString()).toBe('{"id":"REF1"}');
    expect(keys()).toEqual(["refund-1", "refund-1"]);
    expect(bodyOf(1)).toEqual({
      amount: { currency_code: "USD", value: "49.00" },
      custom_id: "attempt-1",
    });
    expect(api.calls()[1]?.path).toBe("/v2/payments/captures/CAP1/refund");
  });

  test("refunds a sale of Payments v1, if PayPal has no capture of this id", async () => {
    const made = { id: "REF1", sale_id: "CAP1", state: "completed" };
    api.will(refusalOf("RESOURCE_NOT_FOUND", 404), [201, made]);
    expect(JSON.parse((await refund()).toString())).toEqual(made);
    expect(api.calls()[1]?.path).toBe("/v1/payments/sale/CAP1/refund");
    expect(bodyOf(1)).toEqual({ amount: { total: "49.00", currency: "USD" } });
    api.will(refusalOf("RESOURCE_NOT_FOUND", 404), refusalOf("RESOURCE_NOT_FOUND", 404));
    await expect(refund()).rejects.toMatchObject({
      code: "conflict",
      message: "PayPal does not know this payment.",
    });
  });

  test("fails with PayPal's reason when PayPal refuses", async () => {
    api.will(refusalOf("CAPTURE_FULLY_REFUNDED"));
    await expect(refund()).rejects.toMatchObject({
      code: "conflict",
      message: "This payment has already been refunded in full.",
    });
  });

  test("reports that the result is unknown when PayPal answers with errors", async () => {
    api.will([500, {}], [500, {}], [500, {}]);
    await expect(refund()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("not known yet"),
    });
  });
});
