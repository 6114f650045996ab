import { describe, expect, test } from "vitest";
import { readMessage } from "./read-message.ts";

const read = (value: unknown) => readMessage(Buffer.from(JSON.stringify(value)));
const event = (event_type: string, resource: unknown) => read({ id: "WH-1", event_type, resource });

const amount = { value: "149.00", currency_code: "USD" };
const named = { custom_id: "A", invoice_id: "O" };
const capture = { id: "CAP1", status: "COMPLETED", amount, ...named };
const up = [
  { rel: "self", href: "https://api.paypal.com/v2/payments/refunds/REF1" },
  { rel: "up", href: "https://api.paypal.com/v2/payments/captures/CAP1" },
];
const refund = { id: "REF1", status: "COMPLETED", amount, ...named, links: up };
const order = {
  id: "ORDER1",
  status: "COMPLETED",
  purchase_units: [
    { ...named, payee: { merchant_id: "M" }, payments: { captures: [{ ...capture, ...named }] } },
  ],
};

describe("The message read from a webhook", () => {
  test("describes a capture", () => {
    const payee = { merchant_id: "M", email_address: "till@example.org" };
    expect(event("PAYMENT.CAPTURE.COMPLETED", { ...capture, payee })).toEqual({
      kind: "completed",
      rawStatus: "COMPLETED",
      pendingReason: null,
      transactionId: "CAP1",
      parentTransactionId: null,
      attemptId: "A",
      orderReference: "O",
      checkoutReference: null,
      grossCents: 14900,
      currency: "USD",
      receivers: ["M", "till@example.org"],
      testMode: false,
      faults: [],
      needsDecision: null,
      subscription: null,
      decided: null,
    });
  });

  test("has no receivers when the capture names no payee", () => {
    expect(event("PAYMENT.CAPTURE.COMPLETED", capture).receivers).toBeNull();
  });

  test.each([
    ["COMPLETED", "completed"],
    ["PARTIALLY_REFUNDED", "completed"],
    ["REFUNDED", "completed"],
    ["PENDING", "pending"],
    ["DECLINED", "failed"],
    ["FAILED", "failed"],
    ["completed", "other"],
    ["SHIPPED", "other"],
  ])("about a capture with the status %s is of the kind %s", (status, kind) => {
    expect(event("PAYMENT.CAPTURE.COMPLETED", { ...capture, status }).kind).toBe(kind);
  });

  test.each([
    ["PAYMENT.CAPTURE.REFUNDED", "COMPLETED", "refunded"],
    ["PAYMENT.REFUND.PENDING", "PENDING", "pending"],
    ["PAYMENT.REFUND.FAILED", "FAILED", "failed"],
    ["PAYMENT.CAPTURE.REVERSED", "COMPLETED", "reversed"],
  ])("of type %s with status %s is of the kind %s and names its payment", (type, status, kind) => {
    expect(event(type, { ...refund, status })).toMatchObject({
      kind,
      transactionId: "REF1",
      parentTransactionId: "CAP1",
      grossCents: -14900,
      faults: [],
      needsDecision: null,
      subscription: null,
      decided: null,
    });
  });

  test("describes an approval, and names the checkout to capture", () => {
    const approved = { id: "ORDER1", status: "APPROVED", purchase_units: [named] };
    expect(event("CHECKOUT.ORDER.APPROVED", approved)).toMatchObject({
      kind: "approved",
      checkoutReference: "ORDER1",
      attemptId: "A",
      transactionId: null,
    });
    const notYet = { ...approved, status: "PAYER_ACTION_REQUIRED" };
    expect(event("CHECKOUT.ORDER.APPROVED", notYet).kind).toBe("other");
  });

  test.each([
    ["RESOLVED_SELLER_FAVOUR", "reversal-cancelled", "A dispute was decided in your favour."],
    ["RESOLVED_BUYER_FAVOUR", "other", null],
  ])("about a dispute with the outcome %s is of the kind %s", (outcome_code, kind, why) => {
    const message = event("CUSTOMER.DISPUTE.RESOLVED", {
      dispute_id: "PP-D-1",
      dispute_amount: amount,
      dispute_outcome: { outcome_code },
      disputed_transactions: [{ seller_transaction_id: "CAP1", custom: "A" }],
    });
    expect(message).toMatchObject({ kind, parentTransactionId: "CAP1", attemptId: "A" });
    expect(message.faults).toEqual([]);
    expect(message.needsDecision).toEqual(why && expect.stringContaining(why));
  });

  test("about an event of an unknown type is of the kind other and has no faults", () => {
    expect(event("BILLING.PLAN.CREATED", { id: "x" })).toMatchObject({ kind: "other", faults: [] });
  });

  test.each(["149.001", "1e3", "-1,00", "", "NaN", "149.0"])(
    "has no amount when the capture's amount is malformed: %j",
    (value) => {
      const odd = { ...capture, amount: { ...amount, value } };
      expect(event("PAYMENT.CAPTURE.COMPLETED", odd).grossCents).toBeNull();
    },
  );
});

describe("The message read from a response of PayPal", () => {
  test("describes the capture of an order", () => {
    expect(read(order)).toMatchObject({
      kind: "completed",
      transactionId: "CAP1",
      attemptId: "A",
      receivers: ["M"],
    });
  });

  test("reports a fault when PayPal's order has two captures", () => {
    const two = structuredClone(order);
    two.purchase_units[0]?.payments.captures.push({ ...capture, id: "CAP2" });
    expect(read(two).faults).toEqual(["It names 2 payments, and one was asked for."]);
  });

  test("describes a refund", () => {
    expect(read(refund)).toMatchObject({ kind: "refunded", grossCents: -14900 });
  });
});

describe("A malformed message", () => {
  test.each([
    ["a form", "a=1&b=2"],
    ["a list", "[]"],
    ["a word", '"COMPLETED"'],
    ["an empty body", "null"],
    ["an object of another type", '{"id":"x"}'],
    ["an id with a NUL", '{"event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"a\\u0000"}}'],
    [
      "half a surrogate pair",
      '{"event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"\\ud800"}}',
    ],
    [
      "an id that is too long",
      `{"event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":"${"x".repeat(256)}"}}`,
    ],
    ["a list of ids", '{"event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":["a"]}}'],
    ["a prototype", '{"event_type":"CHECKOUT.ORDER.APPROVED","resource":{"__proto__":{"id":"x"}}}'],
  ])("such as %s has a fault and names no transaction", (_what, text) => {
    const message = readMessage(Buffer.from(text));
    expect(message).toMatchObject({ kind: "other", transactionId: null, attemptId: null });
    expect(message.faults).toHaveLength(1);
  });
});
