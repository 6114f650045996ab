import { expect, test } from "vitest";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { openRenewingShop } from "../../tests/support/subscriptions/renewing-shop.ts";
import {
  chargesUntil,
  endTestSubscriptions,
  runningByAccount,
  runningByProvider,
} from "./running-subscriptions.server.ts";

describeStore("The subscriptions of a provider", (openDatabase) => {
  test("are counted by account, and end with test payments when the site goes live", async () => {
    const shop = await openRenewingShop(await openDatabase(), "stripe");
    const { database } = shop;
    const { id } = await shop.subscribe();
    const stripe = { displayName: "Stripe", provider: "sandbox-stripe", isTest: true, count: 1 };
    expect(await runningByProvider(database.read)).toEqual([stripe]);
    // The account of the environment has no id.
    expect(await runningByAccount(database.read)).toEqual(new Map());
    await database.write((tx) =>
      tx.updateTable("payment_attempts").set({ payment_account: "account" }).execute(),
    );
    expect(await runningByAccount(database.read)).toEqual(new Map([["account", 1]]));
    expect(await chargesUntil(database.read, "account")).toBe(Number.POSITIVE_INFINITY);
    expect(await chargesUntil(database.read, "another")).toBe(0);

    const at = Date.now();
    for (let time = 0; time < 2; time++) {
      await database.write((tx) => endTestSubscriptions(tx, at + time));
    }
    const { standing, subscription } = await shop.held(id);
    expect([standing.state, subscription.endedAt]).toEqual(["ended", at]);
    expect(standing.endedBecause).toBe("The site went live, and test payments ended.");
    expect(await runningByProvider(database.read)).toEqual([]);
    expect(await runningByAccount(database.read)).toEqual(new Map());
    expect(await chargesUntil(database.read, "account")).toBe(at);
    const calls = await database.read.selectFrom("subscription_calls").select("kind").execute();
    expect(calls).toEqual([{ kind: "cancel-now" }]);
    await shop.sendCalls();
    await shop.turn(id);
    expect(await shop.statuses(id)).toEqual(["Paid"]);
  });

  test("of real money go on when the site goes live or back to test mode", async () => {
    const shop = await openRenewingShop(await openDatabase(), "rest");
    const { id } = await shop.subscribe();
    const { database } = shop;
    await database.write(async (tx) => {
      await tx.updateTable("subscriptions").set({ provider: "paypal" }).execute();
      await endTestSubscriptions(tx, Date.now());
    });
    expect((await shop.held(id)).standing.state).toBe("active");
    expect(await runningByProvider(database.read)).toEqual([
      { displayName: "PayPal", provider: "paypal", isTest: false, count: 1 },
    ]);
  });
});
