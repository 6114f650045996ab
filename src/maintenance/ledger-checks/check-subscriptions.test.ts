import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openSubscriptionShop } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { checkLedger } from "./check-ledger.ts";

describeOnEachDatabase("The check of the ledger, for subscriptions", (openDatabase) => {
  /** A subscription with two paid months; the sentences that a change by hand leads to. */
  async function open() {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    const { order, id } = await shop.subscribe();
    await shop.pay(order.id);
    await shop.turnTo("2027-02-22T12:00:00Z");
    await shop.pay((await shop.held(id)).cycles[1]?.orderId ?? "");
    const found = async () => (await checkLedger(shop.database.read)).differences;
    const change = (statement: string) =>
      shop.database.write((tx) => sql.raw(statement).execute(tx));
    return { ...shop, found, change };
  }

  test("finds nothing in sound subscriptions", async () => {
    const shop = await open();
    expect(await shop.found()).toEqual([]);
  });

  test("names a cycle without payment", async () => {
    const shop = await open();
    await shop.turnTo("2027-03-24T12:00:00Z");
    await shop.change("update orders set payment_status = 'Paid', paid_at = 1 where number = 3");
    expect(await shop.found()).toContain(
      "The cycle of 2027-03-31 of subscription 1 is a cycle without payment: order 3 is kept as paid.",
    );
  });

  test("names a coupon in more orders than it counts for, and after an order without it", async () => {
    const shop = await open();
    const line = "kind, label, quantity, unit_cents, repeats, cycles";
    const coupon = (number: number) =>
      shop.change(`insert into order_lines (order_id, position, ${line})
        select order_id, 2, 'coupon', 'SPRING20', 1, 0, 1, 2
        from subscription_cycles where number = ${number}`);
    await coupon(2);
    expect(await shop.found()).toContain(
      "The cycle of 2027-02-28 of subscription 1 has “SPRING20”, and the one of 2027-01-31 before it has not.",
    );
    await coupon(1);
    await shop.turnTo("2027-03-24T12:00:00Z");
    await coupon(3);
    expect(await shop.found()).toContain(
      "Subscription 1 has “SPRING20” in 3 orders, and it counts for the first 2.",
    );
  });

  test("names a cycle whose order has another price, overlapping periods and a false end", async () => {
    const shop = await open();
    await shop.change("update subscription_cycles set price_cents = 100 where number = 2");
    await shop.change("update subscription_cycles set period_end = '2027-03-10' where number = 1");
    await shop.change("update subscriptions set ended_at = 1");
    expect(await shop.found()).toEqual(
      expect.arrayContaining([
        "The cycle of 2027-02-28 of subscription 1 costs 1.00 USD, and its order 2 499.00 USD.",
        "The periods from 2027-01-31 and 2027-02-28 of subscription 1 overlap.",
        "Subscription 1 is kept as ended, and its events say otherwise.",
      ]),
    );
  });
});
