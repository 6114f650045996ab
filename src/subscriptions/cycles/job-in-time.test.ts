import { expect, test } from "vitest";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openSubscriptionShop } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { subscriptionJobs } from "./advance-subscription.server.ts";

describeStore("The job of a subscription", (openDatabase) => {
  test("comes back tomorrow at the earliest, and makes one order, when a period was cut to days", async () => {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    const { order, id } = await shop.subscribe();
    await shop.pay(order.id);
    const cut = { period_end: "2027-02-03" };
    await shop.database.write(async (tx) => {
      await tx.updateTable("subscription_cycles").set(cut).execute();
      await tx.updateTable("scheduled_jobs").set({ due_at: shop.time.now }).execute();
    });
    const handlers = subscriptionJobs(shop);
    let runs = 0;
    while (runs < 5 && (await runDueJob({ ...shop, handlers }))) runs += 1;
    expect(runs).toBe(1);
    await shop.turnTo("2027-03-25T00:00:00Z");
    const { cycles } = await shop.held(id);
    expect(cycles.map(({ start }) => start)).toEqual(["2027-01-31", "2027-03-31"]);
  });
});
