import { expect, test } from "vitest";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import { whatFollows } from "./what-follows.ts";

const paid = { orderStatus: "Pending", paymentStatus: "Paid" } as OrderRow;
const unpaid = { ...paid, paymentStatus: "UnPaid" } as OrderRow;

test.each([
  [[unpaid], "Delivered", "1 order becomes Delivered. It is not paid. A mail tells the customer."],
  [
    [paid, unpaid],
    "Delivered",
    "2 orders become Delivered. 1 of them is not paid. A mail tells each customer.",
  ],
  [[paid], "Pending", "It is Pending already."],
])("the effect of %2$s on %1$j is explained", (orders, status, sentence) => {
  expect(whatFollows(orders, status)).toBe(sentence);
});
