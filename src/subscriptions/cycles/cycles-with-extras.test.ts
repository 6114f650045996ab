import { expect, test } from "vitest";
import { addOns } from "#content/blocks/add-ons.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { placeOfferedOrder, placeOrder } from "#orders/placing/place-order.ts";
import { customerDetailsIn } from "#platform/texts/customer-details.ts";
import { system } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { addCoupon } from "../../../tests/support/orders/coupons.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { billingProvider } from "../../../tests/support/subscriptions/billing-provider.ts";
import { chargeAgain } from "../../../tests/support/subscriptions/repeated-plans.ts";
import {
  monthlyForm,
  openSubscriptionShop,
} from "../../../tests/support/subscriptions/subscription-shop.ts";
import { changePlan, plansToChangeTo } from "../changes/plan-and-price.ts";
import { pauseSubscription } from "../changes/stop-and-go.ts";
import { termsToSubscribe } from "../providers/start-at-provider.server.ts";
import { subscriptionIdOf } from "./cycle-store.server.ts";

describeStore("A subscription with extras", (openDatabase) => {
  async function open(addOnCharged: "Once" | "With the plan") {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    const addOn = {
      addOnName: "A call",
      addOnText: "",
      addOnPrice: "90",
      addOnCharged,
      addOnPlans: "",
      addOnMost: "3",
      addOnPoints: "",
    };
    const by = { actor: system, author: "test", at: shop.time.now };
    const { _id: id } = await shop.database.write((tx) => insertRecord(tx, addOns, addOn, by));
    const form = { ...monthlyForm, addOns: [{ id, quantity: 2 }] };
    const order = await placeOrder(shop, ada, form);
    const terms = await shop.database.write((tx) =>
      termsToSubscribe(
        tx,
        order,
        billingProvider(() => []),
      ),
    );
    await shop.pay(order.id, "679");
    await shop.turnTo("2027-02-25T00:00:00Z");
    const held = await shop.held((await subscriptionIdOf(shop.database.read, order.id)) ?? "");
    const later = await selectOrder(shop.database.read, held.cycles[1]?.orderId ?? "");
    if (later === undefined) throw new Error("There is no second order.");
    const lines = await linesOfOrder(shop.database.read, later);
    const named = lines.map(({ label, quantity, unitCents }) => [label, quantity, unitCents]);
    return { terms, order, later, named, priceCents: held.subscription.priceCents };
  }

  test("that costs nothing is Paid in each cycle, and asks for no payment", async () => {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    const line = { quantity: 1, repeats: true, addOnId: null, couponId: null };
    const order = await shop.database.write((tx) =>
      placeOfferedOrder(tx, shop, {
        buyer: { accountId: "account-ada", email: "ada@example.com", companyId: "account-ada" },
        details: customerDetailsIn({ ...monthlyForm, customerWebsite: "" }),
        lines: [
          { ...line, kind: "plan", label: "Premium", unitCents: 49_900 },
          { ...line, kind: "discount", label: "For a friend", unitCents: -49_900 },
        ],
        points: [],
        terms: {
          workingDays: 5,
          includedRounds: 1,
          refundDays: 0,
          charged: "monthly",
          minimumCycles: 0,
        },
        packageId: "",
        packageName: "Premium",
        at: shop.time.now,
      }),
    );
    expect(order.paymentStatus).toBe("Paid");
    await shop.turnTo("2027-03-26T00:00:00Z");
    const held = await shop.held((await subscriptionIdOf(shop.database.read, order.id)) ?? "");
    expect(held.standing.state).toBe("active");
    const paid = held.cycles.map(({ priceCents, paymentStatus }) => [priceCents, paymentStatus]);
    expect(paid).toEqual([
      [0, "Paid"],
      [0, "Paid"],
      [0, "Paid"],
    ]);
    expect(await shop.letters()).not.toContain("cycleToPay");
  });

  test("has a coupon in as many orders as it counts for, however long a pause between them is", async () => {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    await addCoupon(shop, { cycles: 3 });
    const { id, order } = await shop.subscribe({ coupon: "SPRING20" });
    const prices = async () => (await shop.held(id)).cycles.map(({ priceCents }) => priceCents);
    const next = async () => (await shop.held(id)).standing.next;
    await shop.pay(order.id, "399.20");
    expect(await next()).toMatchObject({ start: "2027-02-28", priceCents: 39_920 });
    await shop.turnTo("2027-02-22T12:00:00Z");
    // The order of March is taken back, and the lower price of it stays for a later month.
    await pauseSubscription(shop, ada, id, { until: "2027-06-01" });
    await shop.turnTo("2027-06-24T12:00:00Z");
    for (const price of ["399.20", "399.20", "499"]) {
      const { cycles } = await shop.held(id);
      const owed = cycles.find(({ paymentStatus }) => paymentStatus === "UnPaid");
      await shop.pay(owed?.orderId ?? "", price);
      await shop.turnTo(shop.time.now + 31 * 24 * 60 * 60 * 1000);
    }
    const { cycles, standing } = await shop.held(id);
    const kept = cycles.filter(({ paymentStatus }) => paymentStatus !== "Cancelled");
    expect(kept.map(({ priceCents }) => priceCents)).toEqual([
      39_920, 39_920, 39_920, 49_900, 49_900,
    ]);
    expect(await prices()).toContain(49_900);
    expect(standing.reductions).toEqual([]);
    expect((await checkLedger(shop.database.read)).differences).toEqual([]);
  });

  test("ends a coupon with the plan for which it was given", async () => {
    const shop = await openSubscriptionShop(await openDatabase());
    await chargeAgain(shop.database, "Basic", "monthly");
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    await addCoupon(shop, { cycles: 6 });
    const { id, order } = await shop.subscribe({ coupon: "SPRING20" });
    await shop.pay(order.id, "399.20");
    const plans = await plansToChangeTo(shop.database.read, await shop.held(id));
    const basic = plans.find(({ packageName }) => packageName === "Basic");
    await changePlan(shop, ada, id, { packageId: basic?.packageId, packagePrice: "149" });
    expect(await shop.textOf("planChanged")).toContain("Lower price: It was for the present plan");
    await shop.turnTo("2027-02-25T00:00:00Z");
    const { cycles, standing } = await shop.held(id);
    expect(cycles.map(({ priceCents }) => priceCents)).toEqual([39_920, 14_900]);
    expect(standing.reductions).toEqual([]);
  });

  test("charges an extra of the plan with each cycle, by a provider too", async () => {
    const { terms, order, later, named, priceCents } = await open("With the plan");
    const planCents = order.priceCents - 18_000;
    expect([later.priceCents, priceCents]).toEqual([order.priceCents, order.priceCents]);
    expect(terms?.priceCents).toBe(order.priceCents);
    expect(named).toEqual([
      [order.packageName, 1, planCents],
      ["A call", 2, 9000],
    ]);
  });

  test("charges an extra that is paid once with the first cycle only, by a provider too", async () => {
    const { terms, order, later, named, priceCents } = await open("Once");
    const planCents = order.priceCents - 18_000;
    expect([later.priceCents, priceCents]).toEqual([planCents, planCents]);
    expect(terms).toMatchObject({ priceCents: planCents, onceCents: 18_000 });
    expect(named).toEqual([[order.packageName, 1, planCents]]);
  });
});
