import { expect, test } from "vitest";
import { effectOf } from "./effect-of.ts";

const email = "ada@example.com gets an email.";

test.each([
  ["Paid", "Delivered", `The order becomes Delivered. ${email}`],
  ["UnPaid", "Delivered", `This order is not paid. The order becomes Delivered. ${email}`],
  ["Cancelled", "Delivered", `This order is cancelled. The order becomes Delivered. ${email}`],
  [
    "Refunded",
    "Delivered",
    `The payment of this order was refunded. The order becomes Delivered. ${email}`,
  ],
  ["UnPaid", "Cancelled", `The order becomes Cancelled. ${email}`],
  ["UnPaid", "Pending", "The order becomes Pending. No email is sent."],
] as const)(
  "before a %s order becomes %s, the panel says: %s",
  (paymentStatus, status, sentence) => {
    expect(effectOf({ paymentStatus, customerEmail: "ada@example.com" }, status, true)).toBe(
      sentence,
    );
  },
);

test("for an order of a deleted account, the panel says that no email is sent", () => {
  const order = { paymentStatus: "UnPaid", customerEmail: "" } as const;
  expect(effectOf(order, "Delivered", true)).toBe(
    "This order is not paid. The order becomes Delivered. No email is sent.",
  );
});

test("without a mail server, the panel says that the email waits", () => {
  const order = { paymentStatus: "Paid", customerEmail: "ada@example.com" } as const;
  expect(effectOf(order, "Delivered", false)).toBe(
    "The order becomes Delivered. The email to ada@example.com waits until a mail server is set up.",
  );
});
