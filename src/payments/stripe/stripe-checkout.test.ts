import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  openStripeApi,
  type StripeApi,
  type StripeSays,
  stripeRefusal,
} from "../../../tests/support/payments/stripe-api.ts";
import type { PaymentAttempt } from "../attempts/payment-attempt-store.server.ts";
import { createStripe, stripeEndpoints } from "./stripe.ts";

let api: StripeApi;
beforeEach(async () => {
  api = await openStripeApi();
});
afterEach(() => api.close());

const attempt: PaymentAttempt = {
  id: "attempt-1",
  orderReference: "order-1",
  provider: "stripe",
  amountCents: 14_950,
  currency: "USD",
  receiver: "Stripe",
  reference: null,
  returnedAt: null,
  leftAt: null,
  createdAt: 0,
  paymentAccount: null,
};
const pages = {
  description: "SEO plan Basic, order 7",
  returnUrl: "https://shop.example/received-payment/order-1",
  cancelUrl: "https://shop.example/order-cancelled/order-1?proof=p",
  customerEmail: "ada@example.com",
};
const origin = "https://checkout.stripe.com";
const session = { object: "checkout.session", id: "cs_1", url: `${origin}/c/pay/cs_1` };
const stripe = () =>
  createStripe({
    name: "stripe",
    endpoints: { ...stripeEndpoints, apiUrl: api.apiUrl },
    keys: { secretKey, webhookSecret: "whsec_hush" },
    isLive: true,
  });
const signal = new AbortController().signal;
const keysOf = (call: string) =>
  api.asked.filter((each) => each.call === call).map(({ headers }) => headers["idempotency-key"]);

const secretKey = "rk_live_hush-hush";

/** What Stripe says to a key that it does not accept, or when it fails. */
const failures: readonly (readonly [string, StripeSays])[] = [
  ["a revoked key", stripeRefusal(401, { message: `Invalid API Key provided: ${secretKey}` })],
  [
    "a restricted key without the right",
    stripeRefusal(403, { message: `The key ${secretKey} does not have the right.` }),
  ],
  ["a wrong parameter", stripeRefusal(400, { code: "parameter_invalid_integer" })],
  ["a key used with other parameters", stripeRefusal(400, { type: "idempotency_error" })],
  ["too many calls", stripeRefusal(429, { type: "rate_limit_error" })],
  ["an error", stripeRefusal(500, { type: "api_error" })],
  ["a page of another program", [200, "<html>", { "stripe-should-retry": "false" }]],
];

/** No part of the key, of the call or of Stripe's answer may reach a log with an error. */
function expectNoSecrets(error: unknown): void {
  const { message, cause } = error as Error;
  expect(`${message} ${inspect(cause)} ${JSON.stringify(cause)}`).not.toMatch(
    /hush|ada@example|attempt-1/,
  );
}

describe("Creating a Checkout session", () => {
  const start = (given: Partial<PaymentAttempt> = {}) =>
    stripe().startCheckout({ ...attempt, ...given }, pages);

  test("sends amount, currency, attempt and order, and returns the id of the session", async () => {
    api.will([200, session]);
    expect(await start()).toEqual({
      handOff: { kind: "redirect", url: session.url },
      known: { reference: "cs_1", receiver: "Stripe" },
    });
    const [{ call, form, headers } = { call: "", form: {}, headers: {} }] = api.asked;
    expect(call).toBe("POST /v1/checkout/sessions");
    expect(headers.authorization).toBe(`Bearer ${secretKey}`);
    expect(form).toMatchObject({
      mode: "payment",
      client_reference_id: "attempt-1",
      customer_email: "ada@example.com",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "14950",
      "line_items[0][quantity]": "1",
      "metadata[attempt]": "attempt-1",
      "metadata[order]": "order-1",
      "payment_intent_data[metadata][order]": "order-1",
      success_url: pages.returnUrl,
      cancel_url: pages.cancelUrl,
    });
  });

  test("of one attempt is asked for with one idempotency key, also after an error", async () => {
    api.will([503, {}], [200, session], [200, session]);
    expect(await start()).toEqual(await start());
    expect(keysOf("POST /v1/checkout/sessions")).toEqual(Array(3).fill("create-attempt-1"));
  });

  test("of less than $0.50 is refused without a call", async () => {
    await expect(start({ amountCents: 49 })).rejects.toMatchObject({
      code: "unavailable",
      message: "Cards can pay $0.50 or more. Choose another way to pay.",
    });
    expect(api.asked).toEqual([]);
  });

  test.each([
    ["no page, because it was paid or has expired", null],
    ["no address, whatever else it has", undefined],
    ["a page of another site", "https://evil.example/c/pay"],
    ["a page without encryption", "http://checkout.stripe.com/c/pay"],
    ["a script", "javascript:alert(1)"],
  ])("fails if the session has %s", async (_what, url) => {
    api.will([200, { ...session, url }]);
    await expect(start()).rejects.toMatchObject({ code: "unavailable" });
  });

  test.each(failures)("asks the customer to try again later after %s", async (_what, says) => {
    api.will(says);
    const failed = await start().catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: "unavailable",
      message: "Stripe does not answer as it should. Nothing was paid; try again later.",
    });
    expectNoSecrets(failed);
  });
});

describe("Asking for a session", () => {
  const ask = () => stripe().capturing?.capture({ ...attempt, reference: "cs_1" }, "key", signal);

  test.each([
    ["complete", "captured"],
    ["open", "refused"],
    ["expired", "refused"],
  ])("that is %s is %s", async (status, kind) => {
    api.will([200, { ...session, status, payment_status: "paid" }]);
    expect(await ask()).toMatchObject({ kind });
    expect(api.asked.map(({ call }) => call)).toEqual(["GET /v1/checkout/sessions/cs_1"]);
  });

  test.each(failures.slice(0, -1))(
    "throws after %s, and is asked again later",
    async (_what, says) => {
      api.will(says);
      const failed = await ask()?.catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(Error);
      expectNoSecrets(failed);
    },
  );
});

describe("Refunding a payment", () => {
  const payment = { transactionId: "pi_1", currency: "USD", attemptId: "attempt-1" };
  const refund = (cents = 4900) => stripe().refund(payment, cents, "request-1");
  const made = { object: "refund", id: "re_1", status: "succeeded", amount: 4900 };

  test("sends the amount once per key, and looks for the refund of an earlier call first", async () => {
    api.will([200, made]);
    expect(JSON.parse(Buffer.from(await refund()).toString())).toMatchObject(made);
    expect(api.asked.map(({ call }) => call)).toEqual(["GET /v1/refunds", "POST /v1/refunds"]);
    expect(api.asked[0]?.query.get("payment_intent")).toBe("pi_1");
    expect(api.asked[1]?.form).toEqual({
      payment_intent: "pi_1",
      amount: "4900",
      "metadata[attempt]": "attempt-1",
      "metadata[request]": "request-1",
    });
    expect(keysOf("POST /v1/refunds")).toEqual(["request-1"]);

    const others = [{ ...made, id: "re_0", metadata: { request: "another" } }];
    const data = [...others, { ...made, metadata: { request: "request-1" } }];
    api.willList([200, { object: "list", data, has_more: false }]);
    const answer = JSON.parse(Buffer.from(await refund()).toString());
    expect([answer.id, keysOf("POST /v1/refunds")]).toEqual(["re_1", ["request-1"]]);
  });

  test.each([
    [400, { code: "charge_already_refunded" }, "already been refunded in full"],
    [400, { code: "amount_too_large" }, "more than what is left"],
    [400, { code: "charge_disputed" }, "opened a dispute about this payment"],
    [400, { code: "balance_insufficient" }, "does not cover this refund"],
    [404, { code: "resource_missing" }, "does not know this payment"],
    [403, {}, "Give it the right “Refunds: Write”"],
    [400, { code: "something_new" }, "Stripe refused the refund: something_new."],
    [400, { type: "idempotency_error" }, "Stripe refused the refund"],
  ])("fails with a reason when Stripe answers %i %j", async (status, error, words) => {
    api.will(stripeRefusal(status, error));
    const failed = await refund().catch((thrown: unknown) => thrown);
    expect(failed).toMatchObject({ code: "conflict", message: expect.stringContaining(words) });
    expectNoSecrets(failed);
  });

  test.each<[string, StripeSays]>([
    ["a revoked key", stripeRefusal(401, { message: `Invalid API Key provided: ${secretKey}` })],
    ["too many calls", stripeRefusal(429, { type: "rate_limit_error" })],
    ["an error", stripeRefusal(500, { type: "api_error" })],
  ])(
    "reports that the result is unknown after %s, so that it is asked again",
    async (_what, says) => {
      api.will(says);
      const failed = await refund().catch((error: unknown) => error);
      expect(failed).toMatchObject({
        code: "unavailable",
        message: expect.stringContaining("not known yet"),
      });
      expectNoSecrets(failed);
    },
  );
});

describe("Asking for events", () => {
  const event = (id: string) => ({ object: "event", id, type: "refund.created" });
  const page = (ids: readonly string[], has_more: boolean) =>
    [200, { object: "list", data: ids.map(event), has_more }] as const;
  const sweep = () => stripe().sweep?.(1_800_000_000_500, signal);

  test("reads all pages since a time, and measures the clock of this machine", async () => {
    api.will(page(["evt_3", "evt_2"], true), [
      200,
      { object: "list", data: [event("evt_1")], has_more: false },
      { date: new Date(Date.now() - 600_000).toUTCString() },
    ]);
    const found = await sweep();
    expect(found?.reports.map(({ raw }) => JSON.parse(Buffer.from(raw).toString()).id)).toEqual([
      "evt_3",
      "evt_2",
      "evt_1",
    ]);
    expect(Math.round((found?.clockAheadMs ?? 0) / 60_000)).toBe(10);
    const [first, second] = api.asked.map(({ query }) => query);
    expect(first?.get("created[gte]")).toBe("1800000000");
    expect(first?.getAll("types[0]")).toEqual(["checkout.session.completed"]);
    expect(second?.get("starting_after")).toBe("evt_2");
  });

  test.each(failures.slice(0, -1))(
    "throws after %s, and is asked again later",
    async (_what, says) => {
      api.will(says);
      const failed = await sweep()?.catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(Error);
      expectNoSecrets(failed);
    },
  );
});
