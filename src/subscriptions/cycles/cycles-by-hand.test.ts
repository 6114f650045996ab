import { expect, test } from "vitest";
import { selectOrder } from "#orders/order-store.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { addDays } from "#platform/time/calendar.ts";
import { system } from "#policy/actor.ts";
import { storeSetting } from "#settings/store-setting.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, ben, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import {
  monthlyForm,
  openSubscriptionShop,
} from "../../../tests/support/subscriptions/subscription-shop.ts";
import { makeNextPeriodNow } from "../changes/next-period-now.ts";
import { cancelSubscription } from "../changes/stop-and-go.ts";
import { subscriptionIdOf } from "./cycle-store.server.ts";

describeOnEachDatabase("A subscription paid by hand", (openDatabase) => {
  async function open(timeZone = "UTC") {
    const shop = await openSubscriptionShop(await openDatabase(), timeZone);
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    return shop;
  }

  test("begins with an order of a monthly plan, and with no other order", async () => {
    const shop = await open();
    const single = await placeOrder(shop, ada, orderForm);
    expect(await subscriptionIdOf(shop.database.read, single.id)).toBeUndefined();
    const pressed = await Promise.all(
      [1, 2, 3].map(() => placeOrder(shop, ada, monthlyForm, "one key")),
    );
    expect(new Set(pressed.map(({ id }) => id)).size).toBe(1);
    expect(await countOf(shop.database, "subscriptions")).toBe(1);
    const id = (await subscriptionIdOf(shop.database.read, pressed[0]?.id ?? "")) ?? "";
    const { subscription, cycles, standing } = await shop.held(id);
    expect(subscription).toMatchObject({ priceCents: 49_900, charged: "monthly", provider: null });
    expect(cycles).toMatchObject([{ number: 1, start: "2027-01-31", end: "2027-02-28" }]);
    expect(standing).toMatchObject({ state: "awaiting-approval", next: null });
  });

  test("is asked about before the company subscribes to the plan for a website again", async () => {
    const shop = await open();
    const { id } = await shop.subscribe();
    await expect(shop.subscribe()).rejects.toMatchObject({
      code: "conflict",
      extra: { runningSubscription: id },
    });
    expect(await countOf(shop.database, "orders")).toBe(1);
    await shop.subscribe({ subscribeAgain: "yes" });
    await shop.subscribe({ customerWebsite: "https://example.com/" });
    await shop.subscribe({}, ben);
    expect(await countOf(shop.database, "subscriptions")).toBe(4);
  });

  test("starts its periods on the day of the first payment, and has one order a month", async () => {
    const shop = await open();
    shop.time.now = Date.parse("2027-01-29T15:00:00Z");
    const { order, id } = await shop.subscribe();
    await shop.turnTo("2027-01-31T15:00:00Z");
    await shop.pay(order.id);
    expect((await shop.held(id)).standing).toMatchObject({
      state: "active",
      next: { start: "2027-02-28", end: "2027-03-31", priceCents: 49_900 },
    });
    await shop.turnTo("2027-02-20T23:59:59Z");
    expect((await shop.held(id)).cycles).toHaveLength(1);
    await shop.turnTo("2027-02-21T00:00:00Z");
    await shop.runJobs();
    const { cycles, standing } = await shop.held(id);
    expect(cycles.map(({ start }) => start)).toEqual(["2027-01-31", "2027-02-28"]);
    expect(standing.state).toBe("active");
    const second = await selectOrder(shop.database.read, cycles[1]?.orderId ?? "");
    expect(second).toMatchObject({
      packageName: "Premium",
      priceCents: 49_900,
      paymentStatus: "UnPaid",
      customerName: order.customerName,
      charged: "monthly",
    });
    expect(await shop.letters()).toEqual(["cycleToPay"]);
  });

  test("is past due after the start of an unpaid period, and stands still after the grace", async () => {
    const shop = await open();
    await shop.database.write((tx) =>
      storeSetting(tx, { name: "subscriptionGraceDays", value: 3, at: 0, actor: system }),
    );
    const { order, id } = await shop.subscribe();
    await shop.pay(order.id);
    const stateOn = async (instant: string) => {
      await shop.turnTo(instant);
      return (await shop.held(id)).standing.state;
    };
    expect(await stateOn("2027-02-27T23:59:59Z")).toBe("active");
    expect(await stateOn("2027-02-28T00:00:00Z")).toBe("past-due");
    expect(await stateOn("2027-03-02T23:59:59Z")).toBe("past-due");
    expect(await stateOn("2027-03-03T00:00:00Z")).toBe("suspended");
    expect(await stateOn("2027-06-01T00:00:00Z")).toBe("suspended");
    expect(await shop.letters()).toEqual(["cycleToPay", "cycleOverdue", "cycleSuspended"]);
    const [, owed] = (await shop.held(id)).cycles;
    await shop.pay(owed?.orderId ?? "");
    const { standing, cycles } = await shop.held(id);
    expect(cycles).toHaveLength(2);
    expect(standing).toMatchObject({ state: "active", next: { start: "2027-06-30" } });
  });

  test("makes its next order at once for an owner who tries it with simulated payments", async () => {
    const shop = await open();
    const simulated = { ...shop, payments: { usesSandbox: true } };
    const { order, id } = await shop.subscribe();
    const unpaid = makeNextPeriodNow(simulated, owner, id);
    await expect(unpaid).rejects.toMatchObject({ code: "conflict" });
    await shop.pay(order.id);
    const real = makeNextPeriodNow({ ...shop, payments: { usesSandbox: false } }, owner, id);
    await expect(real).rejects.toMatchObject({ code: "conflict" });
    await expect(makeNextPeriodNow(simulated, ada, id)).rejects.toMatchObject({
      code: "forbidden",
    });
    for (let month = 2; month <= 4; month += 1) {
      const pressed = [1, 2].map(() => makeNextPeriodNow(simulated, owner, id));
      const outcomes = await Promise.allSettled(pressed);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      await shop.pay((await shop.held(id)).cycles.at(-1)?.orderId ?? "");
    }
    const { cycles, standing } = await shop.held(id);
    expect(cycles.map(({ start }) => start)).toEqual([
      "2027-01-31",
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
    ]);
    expect(standing).toMatchObject({ state: "active", next: { start: "2027-05-31" } });
    expect(await shop.letters()).toEqual(["cycleToPay", "cycleToPay", "cycleToPay"]);
    await cancelSubscription(shop, ada, id);
    const over = makeNextPeriodNow(simulated, owner, id);
    await expect(over).rejects.toMatchObject({ code: "conflict" });
  });

  test.each([
    [
      "Europe/Berlin",
      "2027-03-28",
      "2027-02-28T10:00:00Z",
      "2027-03-20T23:00:00Z",
      "2027-03-27T23:00:00Z",
    ],
    [
      "Europe/Berlin",
      "2027-10-31",
      "2027-08-31T10:00:00Z",
      "2027-10-23T22:00:00Z",
      "2027-10-30T22:00:00Z",
    ],
    [
      "Europe/London",
      "2027-03-28",
      "2027-02-28T10:00:00Z",
      "2027-03-21T00:00:00Z",
      "2027-03-28T00:00:00Z",
    ],
    [
      "Europe/London",
      "2027-10-31",
      "2027-08-31T10:00:00Z",
      "2027-10-23T23:00:00Z",
      "2027-10-30T23:00:00Z",
    ],
  ])(
    "is asked for and due at midnight in %s around the change of the clocks on %s",
    async (...zone) => {
      const [timeZone, day, begin, notice, due] = zone;
      const shop = await open(timeZone);
      shop.time.now = Date.parse(begin);
      const { order, id } = await shop.subscribe();
      await shop.pay(order.id);
      const owed = async () =>
        (await shop.held(id)).cycles.find(({ paymentStatus }) => paymentStatus === "UnPaid");
      // The last day of September comes between the ends of August and of October.
      for (let next = ""; next !== day; ) {
        next = (await shop.held(id)).standing.next?.start ?? day;
        if (next === day) break;
        await shop.turnTo(`${addDays(next, -3)}T12:00:00Z`);
        await shop.pay((await owed())?.orderId ?? "");
      }
      await shop.turnTo(Date.parse(notice) - 1);
      expect(await owed()).toBeUndefined();
      await shop.turnTo(notice);
      await shop.runJobs();
      expect(await owed()).toMatchObject({ start: day, dueAt: Date.parse(due) });
      await shop.turnTo(Date.parse(due) - 1);
      expect((await shop.held(id)).standing.state).toBe("active");
      await shop.turnTo(due);
      expect((await shop.held(id)).standing.state).toBe("past-due");
    },
  );

  test("has one order for each of 36 months, through short months and changes of the clocks", async () => {
    const shop = await open("Europe/Berlin");
    const { order, id } = await shop.subscribe();
    await shop.pay(order.id);
    for (let month = 1; month < 36; month += 1) {
      const { next } = (await shop.held(id)).standing;
      await shop.turnTo(`${addDays(next?.start ?? "", -1)}T06:00:00Z`);
      const open = (await shop.held(id)).cycles.find(({ paymentStatus }) => {
        return paymentStatus === "UnPaid";
      });
      await shop.pay(open?.orderId ?? "");
    }
    const { cycles } = await shop.held(id);
    const starts = cycles.map(({ start }) => start);
    expect(starts.slice(0, 4)).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]);
    expect(starts.at(-1)).toBe("2029-12-31");
    expect(new Set(starts).size).toBe(36);
    expect(cycles.every(({ end }, nth) => nth === 35 || end === starts[nth + 1])).toBe(true);
    expect(cycles.every(({ paymentStatus }) => paymentStatus === "Paid")).toBe(true);
    expect(await shop.letters()).toEqual(starts.slice(1).map(() => "cycleToPay"));
    expect(await countOf(shop.database, "orders")).toBe(36);
  });
});

async function countOf(database: Database, table: "orders" | "subscriptions"): Promise<number> {
  const rows = await database.read.selectFrom(table).select("id").execute();
  return rows.length;
}
