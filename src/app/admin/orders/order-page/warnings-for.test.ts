import { expect, test } from "vitest";
import type { PaymentProgress } from "#money/paying/payment-progress.ts";
import { warningsFor } from "./warnings-for.ts";

const order = { orderStatus: "Pending", paymentStatus: "UnPaid" } as const;

test.each([
  ["pending", "PayPal is still working on a payment for this order."],
  ["returned", "The customer came back from PayPal,"],
  ["declined", null],
  // No warning is needed, because the page already shows the notification that waits for a
  // decision.
  ["in-question", null],
] as const)("for a payment that is %s, the order page shows the warning: %s", (state, start) => {
  const progress: PaymentProgress = { state, providerName: "PayPal" };
  expect(warningsFor(order, progress)).toEqual(
    start === null ? [] : [expect.stringMatching(start)],
  );
});

test.each([
  ["UnPaid", "This order is delivered but not paid."],
  ["Cancelled", "This order is delivered, but it was cancelled."],
  ["Refunded", "This order is delivered, but its payment was refunded."],
  ["Paid", null],
] as const)(
  "for a delivered order that is %s, the order page shows the warning: %s",
  (paymentStatus, warning) => {
    const delivered = { orderStatus: "Delivered", paymentStatus } as const;
    expect(warningsFor(delivered, null)).toEqual(warning === null ? [] : [warning]);
  },
);
