import { expect, test } from "vitest";
import { describeDelivery, describeWithoutProof } from "./describe-effect.ts";

const customerEmail = "ada@example.com";
const paid = { orderStatus: "Pending", paymentStatus: "Paid", customerEmail } as const;
const ofDeletedAccount = { ...paid, customerEmail: "" };
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
  [[paid, delivered], "When you mark them as Delivered, 1 of 2 customers gets an email."],
  [
    [paid, paid, ofDeletedAccount],
    "When you mark them as Delivered, 2 of 3 customers get an email.",
  ],
  [[ofDeletedAccount], "When you mark it as Delivered, no email is sent."],
  [[delivered], ""],
])("before %j are marked as Delivered, the panel says what will happen", (orders, sentence) => {
  expect(describeDelivery(orders, true)).toBe(sentence);
});

test("without a mail server, the panel says that the emails wait", () => {
  expect(describeDelivery([paid, ofDeletedAccount, paid], false)).toBe(
    "When you mark them as Delivered, the emails to 2 of 3 customers wait until a mail server is set up.",
  );
});

test("the question before a delivery without proof counts the orders and the emails", () => {
  const order = { orderStatus: "Pending", paymentStatus: "Paid", customerEmail: "a@b.c" } as const;
  expect(describeWithoutProof([order, order, order], true)).toBe(
    "Marks 3 orders as delivered without proof and emails 3 customers.",
  );
  expect(
    describeWithoutProof(
      [
        { ...order, customerEmail: "" },
        { ...order, orderStatus: "Delivered" },
      ],
      true,
    ),
  ).toBe("Marks 1 order as delivered without proof and emails nobody.");
  expect(describeWithoutProof([{ ...order, paymentStatus: "UnPaid" }], true)).toBe(
    "Marks 1 order as delivered without proof and emails 1 customer. It is not paid.",
  );
  expect(describeWithoutProof([{ ...order, orderStatus: "Delivered" }], true)).toBe("");
  expect(describeWithoutProof([order, order], false)).toBe(
    "Marks 2 orders as delivered without proof. The email to each customer waits until a mail server is set up.",
  );
});
