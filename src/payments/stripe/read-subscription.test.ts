import { expect, test } from "vitest";
import type { PaymentMessage } from "../payment-provider.ts";
import { readEvent } from "./read-event.ts";

const day = 1_795_948_200;
const monthLater = day + 30 * 24 * 60 * 60;

const line = (start: number, end: number, proration = false) => ({
  period: { start, end },
  parent: { type: "subscription_item_details", subscription_item_details: { proration } },
});
const invoice = {
  object: "invoice",
  id: "in_1",
  status: "paid",
  billing_reason: "subscription_cycle",
  livemode: true,
  created: day,
  currency: "usd",
  amount_paid: 29900,
  attempt_count: 1,
  next_payment_attempt: null,
  // The period before, as Stripe writes it in a renewal's invoice.
  period_start: 1,
  period_end: day,
  status_transitions: { paid_at: day + 60 },
  parent: {
    type: "subscription_details",
    subscription_details: { subscription: "sub_1", metadata: { attempt: "attempt" } },
  },
  lines: { object: "list", data: [line(day, monthLater)] },
};
const payment = (intent: string, amount_paid = 29900, status = "paid") => ({
  object: "invoice_payment",
  status,
  amount_paid,
  payment: { type: "payment_intent", payment_intent: intent },
});
const payments = (...data: readonly object[]) => ({ payments: { object: "list", data } });
const subscription = {
  object: "subscription",
  id: "sub_1",
  status: "active",
  livemode: true,
  cancel_at_period_end: false,
  cancel_at: null,
  pause_collection: null,
  metadata: { attempt: "attempt" },
  items: {
    object: "list",
    data: [{ current_period_end: monthLater, quantity: 1, price: { unit_amount: 29900 } }],
  },
};

const read = (value: unknown) => readEvent(Buffer.from(JSON.stringify(value)));
const told = (type: string, object: unknown) =>
  read({ object: "event", id: "evt_1", type, created: day + 5, livemode: true, data: { object } });

test.each<[string, object, Partial<PaymentMessage>]>([
  // An event does not name the payment, so Stripe is asked for it.
  [
    "a paid invoice",
    invoice,
    { kind: "approved", checkoutReference: "in_1", transactionId: "in_1", grossCents: null },
  ],
  [
    "an invoice with its payment",
    { ...invoice, ...payments(payment("pi_0", 0, "canceled"), payment("pi_1")) },
    { kind: "completed", transactionId: "pi_1", grossCents: 29900, currency: "USD", faults: [] },
  ],
  [
    "an invoice that was paid elsewhere",
    { ...invoice, ...payments() },
    { kind: "other", grossCents: null },
  ],
  [
    "an invoice with two payments",
    { ...invoice, ...payments(payment("pi_1", 10000), payment("pi_2", 19900)) },
    {
      kind: "completed",
      faults: ["The invoice in_1 was paid by 2 payments, and one was asked for."],
    },
  ],
  [
    "an invoice that the shop settled, because it was paid in another way",
    { ...invoice, amount_due: 29900, ...payments() },
    { kind: "other", needsDecision: null },
  ],
  [
    "an invoice of nothing, by a discount in the dashboard",
    { ...invoice, amount_due: 0, ...payments() },
    {
      kind: "other",
      needsDecision: expect.stringContaining("Stripe charged nothing for the period"),
    },
  ],
  [
    "an invoice of nothing at the beginning of a trial",
    { ...invoice, amount_due: 0, billing_reason: "subscription_create", ...payments() },
    { kind: "other", needsDecision: null },
  ],
  ["an invoice that is still open", { ...invoice, status: "open" }, { kind: "other" }],
])("%s is read as %j", (_name, object, expected) => {
  expect(told("invoice.paid", object)).toMatchObject({ attemptId: "attempt", ...expected });
});

test("a renewal names its subscription, and the period of its line", () => {
  const credit = line(1, 2, true);
  const lines = { data: [line(day, monthLater), credit] };
  expect(told("invoice.paid", { ...invoice, lines }).subscription).toEqual({
    reference: "sub_1",
    at: (day + 60) * 1000,
    period: { start: day * 1000, end: monthLater * 1000 },
    endsWithPeriod: null,
    nextChargeAt: null,
    priceCents: null,
  });
});

test("an account with an older API version names subscription, attempt and period elsewhere", () => {
  const older = {
    ...invoice,
    parent: undefined,
    subscription: "sub_1",
    subscription_details: { metadata: { attempt: "attempt" } },
    payment_intent: "pi_1",
    lines: { data: [{ period: { start: day, end: monthLater }, proration: false }] },
  };
  const message = told("invoice.paid", older);
  expect(message).toMatchObject({ kind: "approved", checkoutReference: "in_1" });
  expect(message.subscription).toEqual(told("invoice.paid", invoice).subscription);
  const oldest = {
    ...older,
    subscription_details: undefined,
    lines: { data: [{ ...older.lines.data[0], metadata: { attempt: "attempt" } }] },
  };
  expect([message, told("invoice.paid", oldest)].map(({ attemptId }) => attemptId)).toEqual([
    "attempt",
    "attempt",
  ]);
  const { items } = subscription;
  const [item] = items.data;
  const state = {
    ...subscription,
    current_period_end: monthLater,
    items: { ...items, data: [{ ...item, current_period_end: undefined }] },
  };
  expect(told("customer.subscription.updated", state)).toEqual(
    told("customer.subscription.updated", subscription),
  );
});

test("an invoice of a change within a period has no period of its own", () => {
  const lines = { data: [line(1, day, true), line(day, monthLater, true)] };
  const changed = { ...invoice, billing_reason: "subscription_update", lines };
  expect(told("invoice.paid", changed).subscription?.period).toBeNull();
});

test("an invoice without a subscription is about nothing here", () => {
  const parent = { type: "quote_details", subscription_details: null };
  expect(told("invoice.paid", { ...invoice, parent })).toMatchObject({
    kind: "other",
    subscription: null,
    faults: [],
  });
});

test.each([
  ["subscription_cycle", "renewal-failed"],
  // On the page of the checkout, the customer tries another card.
  ["subscription_create", "other"],
])("a failed charge of an invoice made for %s is read as %s", (billing_reason, kind) => {
  const failing = { ...invoice, status: "open", billing_reason, next_payment_attempt: day + 9 };
  expect(told("invoice.payment_failed", failing)).toMatchObject({
    kind,
    rawStatus: "failed 1",
    transactionId: "in_1",
    subscription: { at: (day + 5) * 1000, nextChargeAt: (day + 9) * 1000 },
  });
});

const next = monthLater * 1000;
test.each<[string, object, string, boolean, number | null]>([
  ["customer.subscription.created", {}, "subscription-active", false, next],
  ["customer.subscription.updated", { status: "past_due" }, "subscription-past-due", false, null],
  ["customer.subscription.updated", { status: "unpaid" }, "subscription-past-due", false, null],
  [
    "customer.subscription.updated",
    { pause_collection: { behavior: "void" } },
    "subscription-paused",
    false,
    null,
  ],
  ["customer.subscription.paused", { status: "paused" }, "subscription-paused", false, null],
  ["customer.subscription.resumed", {}, "subscription-active", false, next],
  [
    "customer.subscription.updated",
    { cancel_at_period_end: true },
    "subscription-active",
    true,
    null,
  ],
  ["customer.subscription.updated", { cancel_at: monthLater }, "subscription-active", true, null],
  ["customer.subscription.deleted", { status: "canceled" }, "subscription-ended", false, null],
  ["customer.subscription.created", { status: "incomplete" }, "other", false, null],
  // Nothing was ever paid, and another attempt of the customer may succeed.
  ["customer.subscription.updated", { status: "incomplete_expired" }, "other", false, null],
])("%s with %j is read as %s", (type, given, kind, endsWithPeriod, nextChargeAt) => {
  expect(told(type, { ...subscription, ...given })).toMatchObject({
    kind,
    attemptId: "attempt",
    transactionId: "sub_1",
    subscription: { at: (day + 5) * 1000, endsWithPeriod, nextChargeAt, priceCents: 29900 },
  });
});

test("two reports of one state are told apart, and one that arrives twice is not", () => {
  const event = (id: string) => ({
    object: "event",
    id,
    type: "customer.subscription.updated",
    created: day,
    livemode: true,
    data: { object: subscription },
  });
  expect(read(event("evt_1")).rawStatus).toBe(read(event("evt_1")).rawStatus);
  expect(read(event("evt_1")).rawStatus).not.toBe(read(event("evt_2")).rawStatus);
});

test.each<[string, object]>([
  ["an amount that is a text", { ...invoice, ...payments(payment("pi_1", "1" as never)) }],
  ["no lines", { ...invoice, lines: null }],
  ["a period that is a text", { ...invoice, lines: { data: [line("1" as never, 2)] } }],
])("an invoice with %s needs review", (_name, object) => {
  expect(told("invoice.paid", object)).toMatchObject({
    kind: "other",
    faults: ["It does not have the format of Stripe’s events."],
  });
});
