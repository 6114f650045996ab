import { expect, test } from "vitest";
import { refundEffect } from "./refund-effect.ts";

const order = { customerEmail: "ada@example.com" };
const payment = { transactionId: "T1", left: "$149.00", leftCents: 14900 };
const second = { ...payment, transactionId: "T2" };
const returned = { transactionId: "T3", left: "$0.00", leftCents: 0 };

test.each([
  ["the whole payment", [payment, returned], "$149.00", "becomes Refunded"],
  ["a part of the payment", [payment], "$49.00", "stays Paid"],
  ["one of two payments", [payment, second], "$149.00", "stays Paid"],
])("before a refund of %s, the panel says what becomes of the order", (...given) => {
  const [, payments, amount, status] = given;
  expect(refundEffect(order, payments, "T1", amount, true)).toBe(
    `the order ${status}, and the customer gets an email.`,
  );
});

test("before a refund of an order of a deleted account, the panel says that no email is sent", () => {
  expect(refundEffect({ customerEmail: "" }, [payment], "T1", "$149.00", true)).toBe(
    "the order becomes Refunded, and no email is sent.",
  );
});
