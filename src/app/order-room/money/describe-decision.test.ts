import { expect, test } from "vitest";
import type { Order } from "#orders/order.ts";
import { eventView } from "../timeline/timeline-view.server.ts";
import { describeDecision } from "./describe-decision.server.ts";

const order = { number: 1042 } as Order;
const usual = { order, isRefundSent: false, isOnlyClosed: false };

test("the message after a decision names the order, and whether the customer gets money", () => {
  expect(describeDecision({ ...usual, resolution: "linked" })).toBe(
    "Payment notification applied to order 1042",
  );
  expect(describeDecision({ ...usual, resolution: "refunded", isRefundSent: true })).toBe(
    "Refund sent to the customer",
  );
  expect(describeDecision({ ...usual, resolution: "refunded" })).toBe(
    "Payment notification marked for refund",
  );
});

test("the message after a decision that only closed the review says that nothing was changed", () => {
  expect(describeDecision({ ...usual, resolution: "accepted" })).toBe(
    "Payment notification accepted",
  );
  expect(describeDecision({ ...usual, resolution: "accepted", isOnlyClosed: true })).toBe(
    "Review closed. Nothing was changed.",
  );
});

test("the timeline of a notification marked for refund at the provider does not say that money was sent", () => {
  const resolution = { decision: "refunded", by: "own@example.com", at: 0, note: null } as const;
  const entry = { kind: "decided", resolution, at: 0 } as const;
  const words = { reader: { timeZone: "UTC" }, providerName: "PayPal", customerName: "Ada Field" };
  expect(eventView(entry, { ...words, refundsAtProvider: true })).toMatchObject({
    title: "Payment notification marked for refund at PayPal",
    detail: "The refund is made at PayPal and appears here once PayPal reports it.",
  });
  expect(eventView(entry, words)).toMatchObject({
    title: "Payment notification marked for refund",
    detail: "",
  });
});
