import { expect, test } from "vitest";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import { describeEffect } from "./describe-effect.ts";

const paid = { orderStatus: "Pending", paymentStatus: "Paid" } as OrderRow;
const refunded = { ...paid, paymentStatus: "Refunded" } as OrderRow;
const cancelled = { ...paid, paymentStatus: "Cancelled" } as OrderRow;
const unpaid = { ...paid, paymentStatus: "UnPaid" } as OrderRow;

test.each([
  [[unpaid], "Delivered", "1 order becomes Delivered. It is not paid. The customer gets an email."],
  [
    [paid, unpaid],
    "Delivered",
    "2 orders become Delivered. 1 of them is not paid. Each customer gets an email.",
  ],
  [
    [refunded],
    "Delivered",
    "1 order becomes Delivered. It was refunded. The customer gets an email.",
  ],
  [
    [unpaid, refunded, cancelled, cancelled],
    "Delivered",
    "4 orders become Delivered. 1 of them is not paid, 2 of them are cancelled, 1 of them was refunded. Each customer gets an email.",
  ],
  [[paid], "Pending", "It is already Pending."],
])("before %j become %s, the panel says what will happen", (orders, status, sentence) => {
  expect(describeEffect(orders, status)).toBe(sentence);
});
