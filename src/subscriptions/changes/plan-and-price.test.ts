import { expect, test } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { chargeAgain } from "../../../tests/support/subscriptions/repeated-plans.ts";
import { openSubscriptionShop } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { answerPrice, changePlan, movePrice, settleDispute } from "./plan-and-price.ts";
import { cancelSubscription } from "./stop-and-go.ts";

describeStore("A subscription", (openDatabase) => {
  /** Subscribed and paid on January 31, with the order of February 28 made and unpaid. */
  async function open() {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    const { order, id } = await shop.subscribe();
    await shop.pay(order.id);
    await shop.turnTo("2027-02-22T12:00:00Z");
    const plans = await listRecords(shop.database.read, pricingPackages);
    const planNamed = (name: string) => {
      const plan = plans.find(({ packageName }) => packageName === name);
      return { packageId: plan?._id ?? "", packagePrice: plan?.packagePrice ?? "" };
    };
    const newest = async () => {
      const cycle = (await shop.held(id)).cycles.at(-1);
      return selectOrder(shop.database.read, cycle?.orderId ?? "");
    };
    return { ...shop, id, planNamed, newest };
  }

  /** Lets the plan Standard be charged every quarter. */
  async function chargeQuarterly(shop: Awaited<ReturnType<typeof open>>) {
    await shop.database.write(async (tx) => {
      const id = shop.planNamed("Standard").packageId;
      const row = await tx
        .selectFrom("content_records")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const value = JSON.stringify({
        ...JSON.parse(row.field_values),
        packageCharged: "quarterly",
      });
      await tx
        .updateTable("content_records")
        .set({ field_values: value })
        .where("id", "=", id)
        .execute();
    });
  }

  test.each([
    [3, "monthly", 3, "2027-04-30"],
    // One month of three is paid, so one quarter covers the other two.
    [3, "quarterly", 2, "2027-05-31"],
  ] as const)(
    "keeps its minimum of %i months after a change to a plan charged %s",
    async (minimum, charged, kept, until) => {
      const shop = await open();
      await shop.database.write((tx) =>
        tx.updateTable("subscriptions").set({ minimum_cycles: minimum }).execute(),
      );
      await chargeAgain(shop.database, "Standard", charged);
      await changePlan(shop, ada, shop.id, shop.planNamed("Standard"));
      expect(await shop.textOf("planChanged")).toContain(`Minimum term: ${kept} `);
      await shop.pay((await shop.newest())?.id ?? "", "299");
      const { subscription } = await shop.held(shop.id);
      expect(subscription).toMatchObject({ packageName: "Standard", minimumCycles: kept });
      await cancelSubscription(shop, ada, shop.id);
      expect((await shop.held(shop.id)).standing.cancelledFrom).toBe(until);
    },
  );

  test("changes to another plan from the next period on, whose order is made anew", async () => {
    const shop = await open();
    await chargeQuarterly(shop);
    await changePlan(shop, ada, shop.id, shop.planNamed("Standard"));
    const { cycles, subscription } = await shop.held(shop.id);
    expect(cycles.map(({ start, end }) => `${start} ${end}`)).toEqual([
      "2027-01-31 2027-02-28",
      "2027-02-28 2027-05-31",
    ]);
    expect(subscription).toMatchObject({ packageName: "Standard", charged: "quarterly" });
    expect(await shop.newest()).toMatchObject({
      packageName: "Standard",
      priceCents: 29_900,
      charged: "quarterly",
      paymentStatus: "UnPaid",
    });
    await shop.pay((await shop.newest())?.id ?? "", "299");
    await shop.turnTo("2027-05-25T00:00:00Z");
    expect((await shop.held(shop.id)).cycles.at(-1)).toMatchObject({
      start: "2027-05-31",
      end: "2027-08-31",
      priceCents: 29_900,
    });
  });

  test("cannot change to a plan that is charged once, or at a price that nobody saw", async () => {
    const shop = await open();
    const single = changePlan(shop, ada, shop.id, shop.planNamed("Basic"));
    await expect(single).rejects.toMatchObject({ code: "conflict" });
    const premium = { ...shop.planNamed("Premium"), packagePrice: "1" };
    await expect(changePlan(shop, ada, shop.id, premium)).rejects.toMatchObject({
      code: "conflict",
      extra: { currentPrice: "499" },
    });
    const foreign = changePlan(shop, ben, shop.id, shop.planNamed("Premium"));
    await expect(foreign).rejects.toMatchObject({ code: "not-found" });
  });

  test("keeps its price until the owner moves it with thirty days of notice", async () => {
    const shop = await open();
    const early = movePrice(shop, owner, [shop.id], { price: "599", from: "2027-03-23" });
    await expect(early).rejects.toMatchObject({ code: "invalid", issues: [{ path: "from" }] });
    const customer = movePrice(shop, ada, [shop.id], { price: "599", from: "2027-04-01" });
    await expect(customer).rejects.toMatchObject({ code: "forbidden" });
    const form = { price: "599", from: "2027-04-01" };
    expect(await movePrice(shop, owner, [shop.id, "unknown"], form)).toMatchObject({
      done: [shop.id],
      failed: [{ id: "unknown" }],
    });
    await movePrice(shop, owner, [shop.id], form);
    const told = await shop.textOf("priceMoved");
    // The first period after April 1 that is charged.
    expect(told).toContain("You pay $599.00 a month from Apr 30, 2027 on.");
    expect(told).toContain("Cancel the plan before that day");
    expect((await shop.letters()).filter((letter) => letter === "priceMoved")).toHaveLength(1);
    await answerPrice(shop, ada, shop.id, { answer: "agree" });
    await answerPrice(shop, ada, shop.id, { answer: "agree" });
    const { events, standing } = await shop.held(shop.id);
    expect(events.filter(({ kind }) => kind === "price-agreed")).toHaveLength(1);
    expect(standing.change).toMatchObject({ kind: "price", awaitsConsent: false });
    const declined = answerPrice(shop, ada, shop.id, { answer: "decline" });
    await expect(declined).rejects.toMatchObject({ code: "conflict" });
    await shop.pay((await shop.newest())?.id ?? "");
    await shop.turnTo("2027-03-24T12:00:00Z");
    expect(await shop.newest()).toMatchObject({ priceCents: 49_900 });
    await shop.pay((await shop.newest())?.id ?? "");
    await shop.turnTo("2027-04-24T12:00:00Z");
    expect(await shop.newest()).toMatchObject({ priceCents: 59_900 });
    expect((await shop.held(shop.id)).subscription.priceCents).toBe(59_900);
    expect((await shop.held(shop.id)).standing.change).toBeNull();
  });

  test("gets no new price that it has already, or that the customer would not pay", async () => {
    const shop = await open();
    await chargeQuarterly(shop);
    const form = { price: "599", from: "2027-04-01" };
    const reasonFor = async (price: string) => {
      const { failed } = await movePrice(shop, owner, [shop.id], { ...form, price });
      return failed.map(({ reason }) => reason).join();
    };
    expect(await reasonFor("499")).toMatch(/has this price already/);
    // The order of the next period is paid, so that the change of plan waits for the one after.
    await shop.pay((await shop.newest())?.id ?? "");
    await changePlan(shop, ada, shop.id, shop.planNamed("Standard"));
    expect(await reasonFor("599")).toMatch(/changes to Standard, which has its own price/);
    expect((await shop.held(shop.id)).standing.change).toMatchObject({ kind: "plan" });
    await cancelSubscription(shop, ada, shop.id);
    expect(await reasonFor("599")).toMatch(/is cancelled/);
    expect(await shop.letters()).not.toContain("priceMoved");
  });

  test("tells the customer once when two people move its price at the same moment", async () => {
    const shop = await open();
    const form = { price: "599", from: "2027-04-01" };
    const answers = await Promise.all([1, 2].map(() => movePrice(shop, owner, [shop.id], form)));
    expect(answers.flatMap(({ failed }) => failed)).toEqual([]);
    expect((await shop.letters()).filter((letter) => letter === "priceMoved")).toHaveLength(1);
    const { events } = await shop.held(shop.id);
    expect(events.filter(({ kind }) => kind === "price-offered")).toHaveLength(1);
  });

  test("can be cancelled within its minimum term when a new price is planned", async () => {
    const shop = await open();
    await shop.database.write((tx) =>
      tx.updateTable("subscriptions").set({ minimum_cycles: 12 }).execute(),
    );
    await movePrice(shop, owner, [shop.id], { price: "599", from: "2027-04-01" });
    await cancelSubscription(shop, ada, shop.id);
    expect((await shop.held(shop.id)).standing.cancelledFrom).toBe("2027-02-28");
  });

  test("has no dispute to settle while nothing was taken back", async () => {
    const shop = await open();
    const settled = settleDispute(shop, owner, shop.id);
    await expect(settled).rejects.toMatchObject({ code: "conflict" });
    await expect(settleDispute(shop, ada, shop.id)).rejects.toMatchObject({ code: "forbidden" });
  });
});
