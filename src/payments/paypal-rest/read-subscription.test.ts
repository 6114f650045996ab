import { expect, test } from "vitest";
import type { PaymentMessage } from "../payment-provider.ts";
import { readMessage } from "./read-message.ts";

const at = "2026-11-30T10:00:00Z";
const atMs = Date.parse(at);
const later = "2026-12-30T10:00:00Z";

const sale = {
  id: "SALE1",
  state: "completed",
  amount: { total: "299.00", currency: "USD", details: { subtotal: "299.00" } },
  billing_agreement_id: "I-1",
  custom: "attempt",
  create_time: at,
};
const refund = {
  id: "REFUND1",
  state: "completed",
  amount: { total: "-99.00", currency: "USD" },
  sale_id: "SALE1",
  create_time: at,
};
const subscription = {
  id: "I-1",
  status: "ACTIVE",
  custom_id: "attempt",
  plan_id: "P-1",
  create_time: "2026-10-30T10:00:00Z",
  status_update_time: "2026-10-30T10:01:00Z",
  update_time: at,
  billing_info: {
    outstanding_balance: { currency_code: "USD", value: "0.00" },
    next_billing_time: later,
    failed_payments_count: 0,
  },
};
const failed = {
  ...subscription,
  billing_info: {
    ...subscription.billing_info,
    failed_payments_count: 1,
    last_failed_payment: {
      amount: { currency_code: "USD", value: "299.00" },
      time: at,
      reason_code: "PAYMENT_DENIED",
      next_payment_retry_time: later,
    },
  },
};

const read = (value: unknown) => readMessage(Buffer.from(JSON.stringify(value)));
const told = (event_type: string, resource: unknown) => read({ event_type, resource });

test.each<[string, object, Partial<PaymentMessage>]>([
  [
    "PAYMENT.SALE.COMPLETED",
    sale,
    {
      kind: "completed",
      rawStatus: "COMPLETED",
      transactionId: "SALE1",
      attemptId: "attempt",
      grossCents: 29900,
      currency: "USD",
    },
  ],
  ["PAYMENT.SALE.COMPLETED", { ...sale, state: "refunded" }, { rawStatus: "COMPLETED" }],
  ["PAYMENT.SALE.PENDING", { ...sale, state: "pending" }, { kind: "pending" }],
  ["PAYMENT.SALE.DENIED", { ...sale, state: "denied" }, { kind: "failed" }],
  // Not every event of PayPal's names the attempt.
  ["PAYMENT.SALE.COMPLETED", { ...sale, custom: undefined }, { attemptId: null }],
  // Another shop of the account sells in the same format.
  [
    "PAYMENT.SALE.COMPLETED",
    { ...sale, billing_agreement_id: undefined },
    { kind: "other", rawStatus: "COMPLETED without subscription", subscription: null },
  ],
  // The event's type says that the sale is complete, and the sale that it is not yet.
  ["PAYMENT.SALE.COMPLETED", { ...sale, state: "pending" }, { kind: "pending" }],
  ["PAYMENT.SALE.COMPLETED", { ...sale, state: undefined }, { kind: "completed" }],
  [
    "PAYMENT.SALE.COMPLETED",
    { ...sale, custom: undefined, custom_id: "attempt" },
    { attemptId: "attempt" },
  ],
  // A sum in another notation is no sum, so a person looks at it.
  [
    "PAYMENT.SALE.COMPLETED",
    { ...sale, amount: { total: "299,00", currency: "USD" } },
    { kind: "completed", grossCents: null },
  ],
  ["PAYMENT.SALE.REFUNDED", { ...refund, state: undefined }, { kind: "refunded" }],
  [
    "PAYMENT.SALE.REFUNDED",
    {
      ...refund,
      sale_id: undefined,
      links: [{ rel: "sale", href: "https://api.paypal.com/v1/payments/sale/SALE1" }],
    },
    { kind: "refunded", parentTransactionId: "SALE1" },
  ],
  [
    "PAYMENT.SALE.REFUNDED",
    refund,
    { kind: "refunded", parentTransactionId: "SALE1", grossCents: -9900, subscription: null },
  ],
  ["PAYMENT.SALE.REFUNDED", { ...refund, state: "failed" }, { kind: "failed" }],
  [
    "PAYMENT.SALE.REVERSED",
    refund,
    { kind: "reversed", rawStatus: "REVERSED", parentTransactionId: "SALE1", grossCents: -9900 },
  ],
  // The sale itself, in its new state.
  [
    "PAYMENT.SALE.REVERSED",
    { ...sale, state: "reversed" },
    { kind: "reversed", transactionId: "SALE1", parentTransactionId: "SALE1", grossCents: -29900 },
  ],
  // Then a person has to say which payment it takes back: the attempt is that of the first cycle.
  [
    "PAYMENT.SALE.REVERSED",
    { ...refund, sale_id: undefined, custom: "attempt" },
    { parentTransactionId: null, attemptId: null },
  ],
  ["BILLING.SUBSCRIPTION.CREATED", { ...subscription }, { kind: "other", subscription: null }],
])("%s with %j is read as %j", (type, resource, expected) => {
  expect(told(type, resource)).toMatchObject({ ...expected, faults: [] });
});

test.each<[string, object, string, number | null]>([
  ["BILLING.SUBSCRIPTION.ACTIVATED", subscription, "subscription-active", Date.parse(later)],
  ["BILLING.SUBSCRIPTION.RE-ACTIVATED", failed, "subscription-past-due", null],
  [
    "BILLING.SUBSCRIPTION.SUSPENDED",
    { ...subscription, status: "SUSPENDED" },
    "subscription-paused",
    null,
  ],
  // PayPal suspends by itself after failed payments.
  [
    "BILLING.SUBSCRIPTION.SUSPENDED",
    { ...failed, status: "SUSPENDED" },
    "subscription-past-due",
    null,
  ],
  [
    "BILLING.SUBSCRIPTION.CANCELLED",
    { ...subscription, status: "CANCELLED" },
    "subscription-ended",
    null,
  ],
  [
    "BILLING.SUBSCRIPTION.EXPIRED",
    { ...subscription, status: "EXPIRED" },
    "subscription-ended",
    null,
  ],
])("%s with %j is the state %s", (type, resource, kind, nextChargeAt) => {
  expect(told(type, resource)).toMatchObject({
    kind,
    transactionId: "I-1",
    attemptId: "attempt",
    subscription: { reference: "I-1", at: atMs, nextChargeAt, period: null },
    faults: [],
  });
});

test("a failed charge says when PayPal tries again", () => {
  expect(told("BILLING.SUBSCRIPTION.PAYMENT.FAILED", failed)).toMatchObject({
    kind: "renewal-failed",
    rawStatus: `failed ${atMs}`,
    subscription: { reference: "I-1", at: atMs, nextChargeAt: Date.parse(later) },
  });
  expect(read({ failed_charge_of: failed })).toEqual(
    told("BILLING.SUBSCRIPTION.PAYMENT.FAILED", failed),
  );
});

test("a changed plan is a reason to ask for its price", () => {
  const fixed_price = { currency_code: "USD", value: "399.00" };
  const plan = { billing_cycles: [{ pricing_scheme: { fixed_price } }] };
  const { kind, checkoutReference } = told("BILLING.SUBSCRIPTION.UPDATED", subscription);
  expect({ kind, checkoutReference }).toEqual({
    kind: "approved",
    checkoutReference: "I-1/terms",
  });
  expect(read({ ...subscription, plan })).toMatchObject({
    kind: "subscription-active",
    subscription: { priceCents: 39900 },
  });
});

test("a listed payment is the payment that its event reports", () => {
  const transaction = {
    id: "SALE1",
    status: "PARTIALLY_REFUNDED",
    amount_with_breakdown: { gross_amount: { currency_code: "USD", value: "299.00" } },
    time: at,
  };
  const transaction_of = { id: "I-1", custom_id: "attempt" };
  expect(read({ transaction_of, transaction })).toEqual(told("PAYMENT.SALE.COMPLETED", sale));
});

test("the answer to a refund over Payments v1 is a refund", () => {
  const amount = { total: "99.00", currency: "USD" };
  expect(read({ ...refund, amount })).toEqual(told("PAYMENT.SALE.REFUNDED", refund));
});

test.each<[string, unknown]>([
  ["a sale without an amount", { ...sale, amount: undefined }],
  ["a time that is no time", { ...sale, create_time: "yesterday" }],
  ["a list in place of a sale", [sale]],
])("%s needs review", (_name, resource) => {
  expect(told("PAYMENT.SALE.COMPLETED", resource)).toMatchObject({
    kind: "other",
    faults: ["It does not have the format of PayPal’s messages."],
  });
});
