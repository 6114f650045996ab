import { expect, test } from "vitest";
import { addDays } from "#platform/time/calendar.ts";
import { answerPrice, movePrice } from "#subscriptions/changes/plan-and-price.ts";
import { cancelSubscription } from "#subscriptions/changes/stop-and-go.ts";
import { listRunningSubscriptions } from "#subscriptions/list-subscriptions.ts";
import { describeStore } from "../../../../../tests/support/databases/databases.ts";
import { ada, ben, owner } from "../../../../../tests/support/orders/shop.ts";
import { openSubscriptionShop } from "../../../../../tests/support/subscriptions/subscription-shop.ts";
import { pricesOf } from "./prices-of-plan.server.ts";

const words = { reader: { timeZone: "UTC" } };

describeStore("The prices of a plan", (openDatabase) => {
  test("are those of running subscriptions, each with the customer's answer", async () => {
    const shop = await openSubscriptionShop(await openDatabase());
    const { order, id } = await shop.subscribe();
    const other = await shop.subscribe({}, ben);
    const { packageId } = (await shop.held(id)).subscription;
    const running = () => listRunningSubscriptions(shop, owner, packageId);
    expect(await running()).toEqual([]);
    await shop.pay(order.id);
    await shop.pay(other.order.id);
    const prices = async () => {
      const found = await running();
      const [listed] = found;
      if (listed === undefined) throw new Error("No subscription is running.");
      return pricesOf(listed, found, words, shop.time.now);
    };
    const earliest = addDays(shop.today(), 30);
    expect(await prices()).toMatchObject({ earliest, price: "499.00" });
    const ids = (await prices()).running.map((row) => row.id);
    expect(ids).toEqual([other.id, id]);
    await movePrice(shop, owner, ids, { price: "599", from: earliest });
    await answerPrice(shop, ada, id, { answer: "agree" });
    expect((await prices()).running.map(({ answer }) => answer)).toEqual([
      expect.stringMatching(/^\$599\.00 a month from .*, not answered$/),
      expect.stringMatching(/^\$599\.00 a month from .*, agreed$/),
    ]);
    await cancelSubscription(shop, ben, other.id);
    expect((await running()).map(({ subscription }) => subscription.id)).toEqual([id]);
    const stranger = listRunningSubscriptions(shop, ada, packageId);
    await expect(stranger).rejects.toMatchObject({ code: "forbidden" });
  });
});
