import { expect, test } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { visitor } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { openSubscriptionShop } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { listOwnSubscriptions, readSubscription } from "../read-subscription.ts";
import {
  cancelSubscription,
  keepSubscription,
  pauseSubscription,
  resumeSubscription,
} from "./stop-and-go.ts";

describeStore("A subscription", (openDatabase) => {
  /** Subscribed and paid on January 31, with the order of February 28 made and unpaid. */
  async function open({ minimumCycles = 0 } = {}) {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    const { order, id } = await shop.subscribe();
    await shop.database.write((tx) =>
      tx.updateTable("subscriptions").set({ minimum_cycles: minimumCycles }).execute(),
    );
    await shop.pay(order.id);
    await shop.turnTo("2027-02-22T12:00:00Z");
    const standing = async () => (await shop.held(id)).standing;
    const starts = async () => {
      const { cycles } = await shop.held(id);
      return cycles.map(({ start, paymentStatus }) => `${start} ${paymentStatus}`);
    };
    return { ...shop, id, order, standing, starts };
  }

  test("keeps the order of a later month, which its customer cannot cancel by itself", async () => {
    const shop = await open();
    const [, later] = (await shop.held(shop.id)).cycles;
    const cancelling = cancelOrder(shop, ada, later?.orderId ?? "");
    await expect(cancelling).rejects.toThrow("Pause or cancel the plan on its page");
    expect(await shop.starts()).toEqual(["2027-01-31 Paid", "2027-02-28 UnPaid"]);
  });

  test("ends after the paid period when its customer cancels it, and owes nothing", async () => {
    const shop = await open();
    const [, later] = (await shop.held(shop.id)).cycles;
    const transfer = { order_id: later?.orderId ?? "", account_id: "account-ada", chosen_at: 1 };
    await shop.database.write((tx) =>
      tx
        .insertInto("bank_transfers")
        .values({ ...transfer, left_at: null })
        .execute(),
    );
    await cancelSubscription(shop, ada, shop.id);
    await cancelSubscription(shop, ada, shop.id);
    const told = await shop.textOf("subscriptionCancelled");
    expect(told).toMatch(/Still charged: Nothing .*Please do not send the \$499\.00 for order \d+/);
    expect(await shop.standing()).toMatchObject({
      state: "active",
      cancelledFrom: "2027-02-28",
      next: null,
    });
    expect(await shop.starts()).toEqual(["2027-01-31 Paid", "2027-02-28 Cancelled"]);
    await shop.turnTo("2027-02-27T23:00:00Z");
    expect((await shop.standing()).state).toBe("active");
    await shop.turnTo("2027-05-01T00:00:00Z");
    expect((await shop.standing()).state).toBe("ended");
    expect((await shop.held(shop.id)).subscription.endedAt).toBe(Date.parse("2027-02-28"));
    expect(await shop.starts()).toHaveLength(2);
    expect(await shop.letters()).toEqual([
      "cycleToPay",
      "subscriptionCancelled",
      "subscriptionEnded",
    ]);
    await expect(keepSubscription(shop, ada, shop.id)).rejects.toMatchObject({ code: "conflict" });
    await expect(pauseSubscription(shop, ada, shop.id, {})).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("goes on with the same period when the cancellation is taken back in time", async () => {
    const shop = await open();
    await cancelSubscription(shop, ada, shop.id);
    await keepSubscription(shop, ada, shop.id);
    expect(await shop.standing()).toMatchObject({ state: "active", cancelledFrom: null });
    expect(await shop.starts()).toEqual(["2027-01-31 Paid", "2027-02-28 UnPaid"]);
    const { cycles } = await shop.held(shop.id);
    await shop.pay(cycles[1]?.orderId ?? "");
    await shop.turnTo("2027-03-30T00:00:00Z");
    expect(await shop.starts()).toEqual([
      "2027-01-31 Paid",
      "2027-02-28 Paid",
      "2027-03-31 UnPaid",
    ]);
  });

  test("ends after its minimum term, whose periods are still to pay", async () => {
    const shop = await open({ minimumCycles: 3 });
    await cancelSubscription(shop, ada, shop.id);
    expect((await shop.standing()).cancelledFrom).toBe("2027-04-30");
    const told = await shop.textOf("subscriptionCancelled");
    expect(told).toContain("Last day: Apr 29, 2027");
    expect(told).toContain(
      "Still charged: $499.00 on Feb 28, 2027 and $499.00 on Mar 31, 2027, $998.00 in all",
    );
    expect(told).toContain("Take the cancellation back");
    expect(await shop.textOf("subscriptionChangedOwner")).toContain("still charged: $499.00 on");
    for (const day of ["2027-02-27", "2027-03-30"]) {
      await shop.turnTo(`${day}T12:00:00Z`);
      const { cycles } = await shop.held(shop.id);
      await shop.pay(cycles.at(-1)?.orderId ?? "");
    }
    await shop.turnTo("2027-05-30T00:00:00Z");
    expect((await shop.standing()).state).toBe("ended");
    expect(await shop.starts()).toEqual(["2027-01-31 Paid", "2027-02-28 Paid", "2027-03-31 Paid"]);
  });

  test("owes nothing for a period that has begun unpaid when it is cancelled", async () => {
    const shop = await open();
    await shop.turnTo("2027-03-02T12:00:00Z");
    expect((await shop.standing()).state).toBe("past-due");
    await cancelSubscription(shop, ada, shop.id);
    expect((await shop.standing()).state).toBe("ended");
    expect(await shop.starts()).toEqual(["2027-01-31 Paid", "2027-02-28 Cancelled"]);
  });

  test("still owes a period that has begun unpaid when it is paused, and pauses after it", async () => {
    const shop = await open();
    await shop.turnTo("2027-03-02T12:00:00Z");
    await pauseSubscription(shop, ada, shop.id, {});
    expect(await shop.standing()).toMatchObject({
      state: "past-due",
      pause: { from: "2027-03-31" },
    });
    expect(await shop.starts()).toEqual(["2027-01-31 Paid", "2027-02-28 UnPaid"]);
    await shop.turnTo("2027-05-02T12:00:00Z");
    await pauseSubscription(shop, ada, shop.id, { until: "2027-06-01" });
    expect(await shop.starts()).toEqual(["2027-01-31 Paid", "2027-02-28 UnPaid"]);
  });

  test("never begins when it is cancelled before its first payment", async () => {
    const shop = await openSubscriptionShop(await openDatabase());
    const { order, id } = await shop.subscribe();
    await cancelSubscription(shop, ada, id);
    expect((await shop.held(id)).standing.state).toBe("ended");
    const told = await shop.textOf("subscriptionCancelled");
    expect(told).toContain("Nothing was paid, and nothing is owed.");
    expect(told).not.toContain("Last day");
    expect((await selectOrder(shop.database.read, order.id))?.paymentStatus).toBe("Cancelled");
    await shop.turnTo("2027-12-01T00:00:00Z");
    expect((await shop.held(id)).cycles).toHaveLength(1);
  });

  test("has no period in a pause, and goes on by itself on the day that was named", async () => {
    const shop = await open();
    const early = pauseSubscription(shop, ada, shop.id, { until: "2027-02-28" });
    await expect(early).rejects.toMatchObject({ code: "invalid", issues: [{ path: "until" }] });
    await pauseSubscription(shop, ada, shop.id, { until: "2027-04-10" });
    expect(await shop.standing()).toMatchObject({
      state: "active",
      pause: { from: "2027-02-28", until: "2027-04-10" },
      next: { start: "2027-04-30" },
    });
    await shop.turnTo("2027-03-10T00:00:00Z");
    expect((await shop.standing()).state).toBe("paused");
    await shop.turnTo("2027-04-23T00:00:00Z");
    expect(await shop.starts()).toEqual([
      "2027-01-31 Paid",
      "2027-02-28 Cancelled",
      "2027-04-30 UnPaid",
    ]);
    expect(await shop.letters()).toEqual(["cycleToPay", "subscriptionPaused", "cycleToPay"]);
  });

  test("waits in an open pause until it is resumed", async () => {
    const shop = await open();
    await pauseSubscription(shop, ada, shop.id, {});
    await pauseSubscription(shop, ada, shop.id, {});
    await shop.turnTo("2027-08-10T00:00:00Z");
    expect(await shop.standing()).toMatchObject({ state: "paused", next: null });
    await resumeSubscription(shop, ada, shop.id);
    expect(await shop.standing()).toMatchObject({ state: "active", next: { start: "2027-08-31" } });
    await shop.turnTo("2027-08-24T00:00:00Z");
    expect((await shop.starts()).at(-1)).toBe("2027-08-31 UnPaid");
    const letters = await shop.letters();
    expect(letters.filter((letter) => letter === "subscriptionPaused")).toHaveLength(1);
  });

  test("has its period back when a pause is taken back before it begins", async () => {
    const shop = await open();
    await pauseSubscription(shop, ada, shop.id, {});
    await resumeSubscription(shop, ada, shop.id);
    expect(await shop.starts()).toEqual(["2027-01-31 Paid", "2027-02-28 UnPaid"]);
  });

  test("can be read and changed by its company and the team only", async () => {
    const shop = await open();
    for (const stranger of [ben, visitor]) {
      const code = stranger === visitor ? "unauthenticated" : "not-found";
      const tries = [
        readSubscription(shop, stranger, shop.id),
        cancelSubscription(shop, stranger, shop.id),
        pauseSubscription(shop, stranger, shop.id, {}),
      ];
      for (const tried of tries) await expect(tried).rejects.toMatchObject({ code });
    }
    if (ada.kind !== "customer" || ben.kind !== "customer") throw new Error("They are customers.");
    expect(await listOwnSubscriptions(shop, ada)).toMatchObject([
      { subscription: { id: shop.id } },
    ]);
    expect(await listOwnSubscriptions(shop, ben)).toEqual([]);
    await pauseSubscription(shop, owner, shop.id, {});
    const { events } = await readSubscription(shop, owner, shop.id);
    expect(events.at(-1)).toMatchObject({ kind: "pause-asked", author: "own@example.com" });
    const [entry] = await shop.database.read.selectFrom("audit_log").selectAll().execute();
    expect(entry).toMatchObject({ action: expect.anything() });
  });

  test("keeps its plan and price when the owner edits or deletes the plan", async () => {
    const shop = await open();
    const plans = await listRecords(shop.database.read, pricingPackages);
    const premium = plans.find(({ packageName }) => packageName === "Premium");
    await shop.database.write((tx) =>
      tx
        .deleteFrom("content_records")
        .where("id", "=", premium?._id ?? "")
        .execute(),
    );
    await shop.pay((await shop.held(shop.id)).cycles[1]?.orderId ?? "");
    await shop.turnTo("2027-03-24T00:00:00Z");
    const { cycles } = await shop.held(shop.id);
    expect(cycles).toHaveLength(3);
    expect(await selectOrder(shop.database.read, cycles[2]?.orderId ?? "")).toMatchObject({
      packageName: "Premium",
      priceCents: 49_900,
    });
  });
});
