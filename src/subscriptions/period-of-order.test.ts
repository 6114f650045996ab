import { expect, test } from "vitest";
import { daysOf } from "#platform/time/dates.ts";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { ada } from "../../tests/support/orders/shop.ts";
import { openSubscriptionShop } from "../../tests/support/subscriptions/subscription-shop.ts";
import { cancelSubscription } from "./changes/stop-and-go.ts";
import { periodOfOrder } from "./period-of-order.server.ts";

describeStore("A receipt", (openDatabase) => {
  test("names the period and the next payment, by email, too", async () => {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-20T15:00:00Z");
    const { order, id } = await shop.subscribe();
    const unpaid = { reader: { timeZone: "UTC" }, now: shop.time.now };
    expect(await periodOfOrder(shop.database.read, order.id, unpaid)).toMatchObject({
      running: null,
      payUntil: expect.any(String),
    });
    // The periods start with the first payment.
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    await shop.pay(order.id);
    const present = { reader: { timeZone: "UTC" }, now: shop.time.now };
    const period = daysOf("2027-01-31", "2027-02-27", undefined);
    const nextPayment = "$499.00 on Feb 28, 2027, by a link that we email you on Feb 21, 2027";
    const found = await periodOfOrder(shop.database.read, order.id, present);
    const afterwards = `${nextPayment}. Nothing is charged by itself.`;
    const running = { period, afterwards, periodsLeft: 0 };
    const known = { subscriptionId: id, number: 1, noun: "month" };
    expect(found).toEqual({
      ...known,
      period,
      nextPayment,
      canStop: true,
      running,
      payUntil: null,
    });
    expect(await periodOfOrder(shop.database.read, "unknown", present)).toBeNull();
    const letters = await shop.database.read.selectFrom("mail_outbox").selectAll().execute();
    const receipts = letters.filter((letter) => JSON.stringify(letter).includes(nextPayment));
    expect(receipts.length).toBeGreaterThan(0);
    expect(JSON.stringify(receipts)).toContain(period);
    expect(JSON.stringify(receipts)).toContain("See or cancel the plan");
    await cancelSubscription(shop, ada, id);
    expect(await periodOfOrder(shop.database.read, order.id, present)).toMatchObject({
      nextPayment: "None, the last day is Feb 27, 2027",
      canStop: false,
      running: { afterwards: "Nothing after the last day, Feb 27, 2027." },
    });
  });
});
