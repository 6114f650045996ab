import { expect, test } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { newId } from "#platform/ids.ts";
import { addDays } from "#platform/time/calendar.ts";
import { answerPrice, movePrice } from "#subscriptions/changes/plan-and-price.ts";
import { cancelSubscription } from "#subscriptions/changes/stop-and-go.ts";
import { describeStore } from "../../../../../tests/support/databases/databases.ts";
import { ada, ben, owner } from "../../../../../tests/support/orders/shop.ts";
import { openSubscriptionShop } from "../../../../../tests/support/subscriptions/subscription-shop.ts";
import { readPricesOf } from "./prices-of-plan.server.ts";

const reader = { timeZone: "UTC" };

describeStore("The prices of a plan", (openDatabase) => {
  test("are those of running subscriptions, each with the customer's answer", async () => {
    const shop = await openSubscriptionShop(await openDatabase());
    const { order, id } = await shop.subscribe();
    const other = await shop.subscribe({}, ben);
    const { packageId } = (await shop.held(id)).subscription;
    const prices = () => readPricesOf(shop, owner, packageId, reader);
    expect(await prices()).toMatchObject({ running: [], price: "499.00" });
    await shop.pay(order.id);
    await shop.pay(other.order.id);
    const earliest = addDays(shop.today(), 30);
    expect(await prices()).toMatchObject({
      earliest,
      plan: "Premium",
      priceOfNew: "$499.00 a month",
    });
    const ids = (await prices()).running.map((row) => row.id);
    expect(ids).toEqual([other.id, id]);
    await movePrice(shop, owner, ids, { price: "599", from: earliest });
    await answerPrice(shop, ada, id, { answer: "agree" });
    expect((await prices()).running.map(({ answer }) => answer)).toEqual([
      expect.stringMatching(/^\$599\.00 a month from .*, not answered$/),
      expect.stringMatching(/^\$599\.00 a month from .*, agreed$/),
    ]);
    expect((await prices()).running.every(({ isTold }) => isTold)).toBe(true);
    await cancelSubscription(shop, ben, other.id);
    expect((await prices()).running.map((row) => row.id)).toEqual([id]);

    await shop.database.write((tx) =>
      tx.deleteFrom("content_records").where("id", "=", packageId).execute(),
    );
    expect(await findRecord(shop.database.read, pricingPackages, packageId)).toBeUndefined();
    expect(await prices()).toMatchObject({ plan: "Premium", priceOfNew: "", running: [{ id }] });
    const unknown = readPricesOf(shop, owner, newId(), reader);
    await expect(unknown).rejects.toMatchObject({ code: "not-found" });
    const stranger = readPricesOf(shop, ada, packageId, reader);
    await expect(stranger).rejects.toMatchObject({ code: "forbidden" });
  });
});
