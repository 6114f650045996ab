import { describe, expect, test } from "vitest";
import type { Order } from "#orders/order.ts";
import type { VerifiedNotification } from "#payments/notifications/verified-notification.ts";
import { reasonAgainstPayment } from "./reasons-against-payment.ts";

const order = { id: "order", number: 1042, priceCents: 14900, currency: "USD" } as Order;
const attempt = { orderReference: "order", receiver: "till@example.org" };
const message = {
  kind: "completed",
  transactionId: "TXN",
  parentTransactionId: null,
  orderReference: "order",
  grossCents: 14900,
  currency: "USD",
  receivers: ["till@example.org", "till@example.org"],
};

function why(otherwise: Partial<typeof message>): string | null {
  const notification = { attempt, message: { ...message, ...otherwise } };
  return reasonAgainstPayment(notification as unknown as VerifiedNotification, order);
}

describe("Reasons against a payment", () => {
  test("are absent when amount, currency and receiver match", () => {
    expect(why({})).toBeNull();
    expect(why({ receivers: ["primary@example.org", "Till@Example.org"] })).toBeNull();
  });

  test("name the amount that arrived and the price of the order", () => {
    expect(why({ grossCents: 1 })).toBe("$0.01 arrived; the order costs $149.00.");
  });

  test("name the number of the order and the other reference", () => {
    expect(why({ orderReference: "another" })).toBe(
      `The payment names more than one order: number 1042 and “another”.`,
    );
  });

  test("name each receiver once", () => {
    const told = (paid: string) =>
      `It went to ${paid}, but the customer was sent to pay till@example.org.`;
    expect(why({ receivers: Array(2).fill("eve@example.com") })).toBe(told("eve@example.com"));
    expect(why({ receivers: ["eve@example.com", "bob@example.com"] })).toBe(
      told("eve@example.com and bob@example.com"),
    );
    expect(why({ receivers: [] })).toBe(told("nobody"));
  });
});
