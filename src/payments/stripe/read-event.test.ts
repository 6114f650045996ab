import { expect, test } from "vitest";
import type { PaymentMessage } from "../payment-provider.ts";
import { eventIdIn, readEvent } from "./read-event.ts";

const session = {
  object: "checkout.session",
  id: "cs_1",
  status: "complete",
  payment_status: "paid",
  client_reference_id: "attempt",
  amount_total: 14900,
  currency: "usd",
  payment_intent: "pi_1",
  livemode: true,
  metadata: { order: "order" },
};
const refund = {
  object: "refund",
  id: "re_1",
  status: "succeeded",
  amount: 4900,
  currency: "usd",
  payment_intent: "pi_1",
  metadata: { attempt: "attempt" },
};
const dispute = {
  object: "dispute",
  id: "dp_1",
  amount: 14900,
  currency: "usd",
  payment_intent: "pi_1",
  status: "needs_response",
};

const read = (value: unknown) => readEvent(Buffer.from(JSON.stringify(value)));
const told = (type: string, object: unknown, more: object = {}) =>
  read({ object: "event", id: "evt_1", type, livemode: true, data: { object }, ...more });

test.each<[string, object, Partial<PaymentMessage>]>([
  [
    "checkout.session.completed",
    session,
    { kind: "completed", grossCents: 14900, currency: "USD" },
  ],
  ["checkout.session.completed", { ...session, payment_status: "unpaid" }, { kind: "pending" }],
  // An order that costs nothing is never sent to Stripe.
  [
    "checkout.session.completed",
    { ...session, payment_status: "no_payment_required" },
    { kind: "other" },
  ],
  ["checkout.session.async_payment_succeeded", session, { kind: "completed" }],
  [
    "checkout.session.async_payment_failed",
    { ...session, payment_status: "unpaid" },
    { kind: "failed", rawStatus: "failed" },
  ],
  [
    "checkout.session.expired",
    { ...session, status: "expired", payment_status: "unpaid", payment_intent: null },
    { kind: "failed", rawStatus: "expired", transactionId: null },
  ],
  ["refund.created", refund, { kind: "refunded", grossCents: -4900, parentTransactionId: "pi_1" }],
  ["refund.created", { ...refund, status: "pending" }, { kind: "pending" }],
  ["refund.failed", { ...refund, status: "failed" }, { kind: "failed", transactionId: "re_1" }],
  [
    "charge.dispute.created",
    { ...dispute, reason: "fraudulent", evidence_details: { due_by: 1_795_948_200 } },
    {
      kind: "other",
      parentTransactionId: "pi_1",
      needsDecision:
        "The customer disputes $149.00 of the payment pi_1 (reason: fraudulent). Answer in Stripe’s dashboard by November 29, 2026; without an answer the money is lost. Dismiss this once you have answered.",
    },
  ],
  ["charge.dispute.funds_withdrawn", dispute, { kind: "reversed", grossCents: -14900 }],
  ["charge.dispute.funds_reinstated", dispute, { kind: "reversal-cancelled", grossCents: 14900 }],
  ["charge.dispute.closed", { ...dispute, status: "lost" }, { kind: "other", needsDecision: null }],
  ["charge.refunded", { object: "charge", amount_refunded: 4900 }, { kind: "other" }],
])("%s with %j is read as %j", (type, object, expected) => {
  expect(told(type, object)).toMatchObject({ ...expected, faults: [], testMode: false });
});

test("the answers to calls are read like the events about the same things", () => {
  expect(read(session)).toMatchObject({ kind: "completed", attemptId: "attempt" });
  expect(read({ ...session, status: "open" })).toMatchObject({ kind: "approved" });
  expect(read(refund)).toMatchObject({ kind: "refunded", attemptId: "attempt" });
});

test("an event of another API version is read by the fields that are known, and else needs review", () => {
  const type = "checkout.session.completed";
  const later = { api_version: "2031-01-01.later", reason: { type: "automation" } };
  const moved = { ...session, payment_details: { state: "settled" } };
  expect(told(type, moved, later)).toEqual(told(type, session));
  const renamed = { ...session, payment_intent: { object: "payment_intent", id: "pi_1" } };
  expect(told(type, renamed, later)).toMatchObject({
    kind: "other",
    faults: ["It does not have the format of Stripe’s events."],
  });
});

test("an event of another account or of test mode says so", () => {
  expect(told("checkout.session.completed", session, { account: "acct_1" }).faults).toEqual([
    "It is about the connected account acct_1.",
  ]);
  expect(told("refund.created", refund, { livemode: false }).testMode).toBe(true);
});

test.each<[string, unknown]>([
  ["no JSON object", "x"],
  ["an event without data", { object: "event", id: "evt_1", type: "refund.created" }],
  [
    "a session whose amount is a text",
    {
      object: "event",
      type: "checkout.session.completed",
      livemode: true,
      data: { object: { ...session, amount_total: "14900" } },
    },
  ],
  [
    "a refund in place of a session",
    {
      object: "event",
      type: "checkout.session.completed",
      livemode: true,
      data: { object: refund },
    },
  ],
])("bytes of another format need review: %s", (_name, value) => {
  expect(read(value).faults).toEqual(["It does not have the format of Stripe’s events."]);
  expect(read(value).kind).toBe("other");
});

test("only an event with an id can be asked for", () => {
  expect(eventIdIn(Buffer.from("{}"))).toBeNull();
  expect(eventIdIn(Buffer.from(JSON.stringify(session)))).toBeNull();
});
