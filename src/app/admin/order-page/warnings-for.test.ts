import { expect, test } from "vitest";
import type { PaymentProgress } from "../../../orders/paying/payment-progress.ts";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import { warningsFor } from "./warnings-for.ts";

const order = { orderStatus: "Pending", paymentStatus: "UnPaid" } as OrderRow;

test.each([
  ["pending", "PayPal is still working on a payment for this order."],
  ["returned", "The customer came back from PayPal,"],
  ["declined", null],
  // The notification needs review, which another warning says.
  ["in-question", null],
] as const)("of a payment that is %s an owner is told what nobody else says", (state, start) => {
  const progress: PaymentProgress = { state, providerName: "PayPal" };
  expect(warningsFor(order, [], progress)).toEqual(
    start === null ? [] : [expect.stringMatching(start)],
  );
});
