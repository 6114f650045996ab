import { expect, test } from "vitest";
import type { Services } from "#compose.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { cancelSubscription, pauseSubscription } from "#subscriptions/changes/stop-and-go.ts";
import { readSubscription } from "#subscriptions/read-subscription.ts";
import { refusal } from "../../../../tests/support/content.ts";
import { describeStore } from "../../../../tests/support/databases/databases.ts";
import { ada, ben } from "../../../../tests/support/orders/shop.ts";
import { openSubscriptionShop } from "../../../../tests/support/subscriptions/subscription-shop.ts";
import { planLines, planView } from "./plan-view.server.ts";

const reader = { timeZone: "UTC", locale: "en-US" };

describeStore("The page of a subscription", (openTestDatabase) => {
  test("tells the months as one story, and what comes next", async () => {
    const shop = await openSubscriptionShop(await openTestDatabase());
    const services = shop as unknown as Services;
    const { order, id } = await shop.subscribe();
    const view = async () =>
      planView(services, requireSignedIn(ada), await readSubscription(shop, ada, id), reader);
    expect(await view()).toMatchObject({ isStarted: false, label: "Not paid yet", next: null });

    await shop.pay(order.id);
    const paid = await view();
    expect(paid).toMatchObject({ label: "Running", paidInAll: "$499.00", isPaused: false });
    expect(paid.months.map(({ number, payment }) => [number, payment.tone])).toEqual([[1, "good"]]);

    const { next } = (await readSubscription(shop, ada, id)).standing;
    await shop.turnTo(`${next?.start}T12:00:00Z`);
    const overdue = await view();
    expect(overdue).toMatchObject({ label: "Payment overdue", toPay: { price: "$499.00" } });
    expect(overdue.months.map(({ number, payment }) => [number, payment.words])).toEqual([
      [2, "Not paid yet"],
      [1, expect.stringMatching(/^Paid /)],
    ]);
    await shop.pay(overdue.months[0]?.orderId ?? "");
    await pauseSubscription(shop, ada, id, {});
    expect(await view()).toMatchObject({ isPaused: true, next: null, paidInAll: "$998.00" });
    await cancelSubscription(shop, ada, id);
    const cancelled = await view();
    expect(cancelled).toMatchObject({ label: "Cancelled", lastDay: cancelled.lastDayIfCancelled });
    const lines = await planLines(services, [await readSubscription(shop, ada, id)], reader);
    expect(lines).toMatchObject([{ id, price: "$499.00 a month", isEnded: false }]);
  });

  test("is not found for another customer", async () => {
    const shop = await openSubscriptionShop(await openTestDatabase());
    const { id } = await shop.subscribe();
    expect((await refusal(readSubscription(shop, ben, id))).code).toBe("not-found");
  });
});
