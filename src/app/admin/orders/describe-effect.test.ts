import { expect, test } from "vitest";
import { describeDelivery } from "./describe-effect.ts";

const paid = { orderStatus: "Pending", paymentStatus: "Paid" } as const;
const refunded = { ...paid, paymentStatus: "Refunded" } as const;
const cancelled = { ...paid, paymentStatus: "Cancelled" } as const;
const unpaid = { ...paid, paymentStatus: "UnPaid" } as const;
const delivered = { ...paid, orderStatus: "Delivered" } as const;

test.each([
  [[paid], "When you mark it as Delivered, its customer gets an email."],
  [[unpaid], "When you mark it as Delivered, its customer gets an email. It is not paid."],
  [
    [paid, unpaid],
    "When you mark them as Delivered, each customer gets an email. 1 of them is not paid.",
  ],
  [
    [unpaid, refunded, cancelled, cancelled],
    "When you mark them as Delivered, each customer gets an email. 1 of them is not paid, 2 of them are cancelled, 1 of them was refunded.",
  ],
  [
    [paid, delivered],
    "When you mark them as Delivered, the customer of each Pending order gets an email.",
  ],
  [[delivered], ""],
])("before %j are marked as Delivered, the panel says what will happen", (orders, sentence) => {
  expect(describeDelivery(orders)).toBe(sentence);
});
