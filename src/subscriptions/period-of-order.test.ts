import { expect, test } from "vitest";
import { daysOf } from "#platform/time/dates.ts";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { openSubscriptionShop } from "../../tests/support/subscriptions/subscription-shop.ts";
import { periodOfOrder } from "./period-of-order.server.ts";

describeStore("A receipt", (openDatabase) => {
  test("names the period and the next payment, by email, too", async () => {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-20T15:00:00Z");
    const { order } = await shop.subscribe();
    // The periods start with the first payment.
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    await shop.pay(order.id);
    const present = { reader: { timeZone: "UTC" }, now: shop.time.now };
    const period = daysOf("2027-01-31", "2027-02-27", undefined);
    const nextPayment = "$499.00 on Feb 28, 2027";
    const found = await periodOfOrder(shop.database.read, order.id, present);
    expect(found).toEqual({ period, nextPayment });
    expect(await periodOfOrder(shop.database.read, "unknown", present)).toBeNull();
    const letters = await shop.database.read.selectFrom("mail_outbox").selectAll().execute();
    const receipts = letters.filter((letter) => JSON.stringify(letter).includes(nextPayment));
    expect(receipts.length).toBeGreaterThan(0);
    expect(JSON.stringify(receipts)).toContain(period);
  });
});
