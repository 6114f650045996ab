import { expect, test } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { couponJobs, couponKeptMs } from "#lifecycle/unpaid-coupons.server.ts";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { storeTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { inSnapshot, isUniqueViolation } from "#platform/database/database.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import type { Actor } from "#policy/actor.ts";
import {
  describeOnEachDatabase,
  describeStore,
} from "../../../tests/support/databases/databases.ts";
import { waitsForLock } from "../../../tests/support/databases/waits-for-lock.ts";
import { addCoupon } from "../../../tests/support/orders/coupons.ts";
import {
  ada,
  ben,
  openShop,
  orderForm,
  owner,
  type Shop,
} from "../../../tests/support/orders/shop.ts";
import { linesOfOrder } from "../lines/order-lines.server.ts";
import type { Order } from "../order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { giveBackCoupon } from "./coupon-places.server.ts";
import {
  changeCoupon,
  createCoupon,
  deleteCoupon,
  endCoupon,
  resumeCoupon,
} from "./manage-coupons.ts";
import { listCoupons, pageOfCouponUses, readCoupon } from "./read-coupons.ts";

const dayMs = 24 * 60 * 60 * 1000;

const withCode = (shop: Shop, actor: Actor = ada, coupon = "spring20", more = {}) =>
  placeOrder(shop, actor, { ...orderForm, coupon, ...more });

const cancel = (shop: Shop, order: Order, actor: Actor = ada) => cancelOrder(shop, actor, order.id);

const pay = (shop: Shop, { id, priceCents }: Order) =>
  recordManualPayment(shop, owner, id, {
    amount: String(priceCents / 100),
    date: "2026-11-20",
    reference: `R-${id}`,
    key: `key-${id}`,
  });

async function runJobs(shop: Shop, afterMs: number) {
  shop.time.now += afterMs;
  while (await runDueJob({ ...shop, handlers: couponJobs }));
}

const differences = async ({ database }: Shop) =>
  (await inSnapshot(database, checkLedger)).differences;

const uses = async (shop: Shop, id: string) => {
  const { taken, over, givenBack } = await readCoupon(shop, owner, id);
  return { taken, over, givenBack };
};

describeStore("A coupon", (openDatabase) => {
  const open = async () => openShop(await openDatabase());

  test("takes a percentage or an amount of an order, as a line of it", async () => {
    const shop = await open();
    const percent = await addCoupon(shop);
    await addCoupon(shop, { code: "FIFTY", kind: "amount", value: "50.00" });
    const order = await withCode(shop, ada, "Spring 2O");
    expect(order.priceCents).toBe(11_920);
    expect(await linesOfOrder(shop.database.read, order)).toMatchObject([
      { kind: "plan", unitCents: 14_900 },
      {
        kind: "coupon",
        label: "SPRING20",
        unitCents: -2980,
        couponId: percent.id,
      },
    ]);
    expect((await withCode(shop, ada, "fifty")).priceCents).toBe(9900);
    expect(await uses(shop, percent.id)).toEqual({ taken: 1, over: 0, givenBack: 0 });
    expect(await differences(shop)).toEqual([]);
  });

  test("that takes the whole price leaves an order that is Paid at once", async () => {
    const shop = await open();
    for (const terms of [
      { code: "FREE100", value: "100" },
      { code: "LOTS", kind: "amount", value: "500" },
    ]) {
      const { id } = await addCoupon(shop, terms);
      const order = await withCode(shop, ada, terms.code);
      expect(order).toMatchObject({ priceCents: 0, paymentStatus: "Paid" });
      expect(await uses(shop, id)).toEqual({ taken: 1, over: 0, givenBack: 0 });
    }
    expect(await differences(shop)).toEqual([]);
  });

  test("takes part of the first payments or of every payment of a plan that is charged again", async () => {
    const shop = await open();
    for (const [code, terms, first, later] of [
      ["ONCE", {}, 39_920, 49_900],
      ["THRICE", { cycles: 3 }, 39_920, 49_900],
      ["EVERY", { cycles: null }, 39_920, 39_920],
      ["GIFT", { value: "100" }, 0, 49_900],
    ] as const) {
      await addCoupon(shop, { code, ...terms });
      const site = {
        packageName: "Premium",
        packagePrice: "499",
        customerWebsite: `${code}.example`,
      };
      const order = await withCode(shop, ada, code, site);
      expect(order.priceCents).toBe(first);
      const subscription = await shop.database.read
        .selectFrom("subscriptions")
        .select(["price_cents", "started_at"])
        .where("number", "=", order.number)
        .executeTakeFirstOrThrow();
      expect(subscription.price_cents).toBe(later);
      expect(subscription.started_at !== null).toBe(first === 0);
    }
    await addCoupon(shop, { code: "FOREVER", value: "100", cycles: null });
    const premium = { packageName: "Premium", packagePrice: "499" };
    await expect(withCode(shop, ada, "FOREVER", premium)).rejects.toThrow("every payment");
    expect(await differences(shop)).toEqual([]);
  });

  test("counts from its first to its last day in the time zone of the site", async () => {
    const shop = await open();
    await addCoupon(shop, { fromDay: "2026-11-21", untilDay: "2026-11-22" });
    const at = async (iso: string) => {
      shop.time.now = Date.parse(iso);
      return withCode(shop).then(
        ({ priceCents }) => priceCents,
        ({ message }) => message,
      );
    };
    expect(await at("2026-11-20T23:59:59Z")).toBe("This coupon counts from Nov 21, 2026 on.");
    expect(await at("2026-11-21T00:00:00Z")).toBe(11_920);
    expect(await at("2026-11-22T23:59:59Z")).toBe(11_920);
    expect(await at("2026-11-23T00:00:00Z")).toMatch(/^This coupon ended after Nov 22, 2026/);
  });

  test("says why it does not count", async () => {
    const shop = await open();
    const plans = await listRecords(shop.database.read, pricingPackages);
    const premium = plans.at(-1)?._id ?? "";
    await addCoupon(shop, { plans: [premium] });
    await addCoupon(shop, { code: "FIRST", isFirstOrderOnly: true });
    await addCoupon(shop, { code: "TWICE", mostPerCustomer: "2" });
    const { id } = await addCoupon(shop, { code: "ENDED" });
    await endCoupon(shop, owner, id);
    const refused = (code: string) => expect(withCode(shop, ada, code)).rejects;
    await refused("SPRING20").toMatchObject({
      code: "invalid",
      issues: [{ path: "coupon", message: expect.stringContaining("another plan") }],
    });
    await refused("NOTHING").toThrow("There is no coupon with this code");
    await refused("=1+1").toThrow("There is no coupon with this code");
    await refused("ENDED").toThrow("This coupon ended.");
    await withCode(shop, ada, "TWICE");
    await withCode(shop, ada, "TWICE");
    await refused("TWICE").toThrow("as often as it allows (2 times)");
    await withCode(shop, ben, "TWICE");
    const first = await withCode(shop, ada, "FIRST");
    await refused("FIRST").toThrow("You have used this coupon already");
    await cancel(shop, first);
    await pay(shop, await placeOrder(shop, ada, orderForm));
    await refused("FIRST").toThrow("for a first order");
    await withCode(shop, ben, "FIRST");
    expect(await differences(shop)).toEqual([]);
  });

  test("is free again for another order when an order is cancelled, at its lowest free place", async () => {
    const shop = await open();
    const { id } = await addCoupon(shop, { mostInAll: 3 });
    const orders = [await withCode(shop), await withCode(shop), await withCode(shop)];
    await expect(withCode(shop)).rejects.toThrow("used up");
    await cancel(shop, orders[1] as Order);
    expect(await uses(shop, id)).toEqual({ taken: 2, over: 0, givenBack: 1 });
    const next = await withCode(shop);
    await expect(withCode(shop)).rejects.toThrow("used up");
    const places = await shop.database.read
      .selectFrom("coupon_places")
      .select("place")
      .where("order_id", "=", next.id)
      .execute();
    expect(places).toEqual([{ place: 2 }]);
    expect(await differences(shop)).toEqual([]);
  });

  test("is given back by an order that stays unpaid for 48 hours, and not by one that is being paid", async () => {
    const shop = await open();
    const { id } = await addCoupon(shop, { mostInAll: 3 });
    const left = await withCode(shop);
    const paid = await withCode(shop);
    const paying = await withCode(shop);
    await pay(shop, paid);
    await shop.database.write((tx) =>
      storeTransfer(tx, paying.id, { accountId: "account-ada", at: shop.time.now }),
    );
    await runJobs(shop, couponKeptMs - 1);
    expect(await uses(shop, id)).toEqual({ taken: 3, over: 0, givenBack: 0 });
    await runJobs(shop, 1);
    expect(await uses(shop, id)).toEqual({ taken: 2, over: 0, givenBack: 1 });
    // The customer can still pay, and the order keeps its price.
    const late = await withCode(shop);
    await pay(shop, left);
    expect(await uses(shop, id)).toEqual({ taken: 3, over: 1, givenBack: 0 });
    expect((await readCoupon(shop, owner, id)).state).toBe("used-up");
    await runJobs(shop, 10 * dayMs);
    expect(await uses(shop, id)).toEqual({ taken: 1, over: 1, givenBack: 2 });
    await pay(shop, late);
    await cancel(shop, paying);
    expect(await uses(shop, id)).toEqual({ taken: 2, over: 1, givenBack: 1 });
    expect(await differences(shop)).toEqual([]);
  });

  test("keeps the price of orders that have it when it is changed or ended", async () => {
    const shop = await open();
    const { id } = await addCoupon(shop, { mostInAll: 5 });
    const orders = [await withCode(shop), await withCode(shop), await withCode(shop)];
    await cancel(shop, orders[0] as Order);
    const terms = { code: "SPRING20", kind: "amount", value: "$149.00" };
    const change = (more = {}) => changeCoupon(shop, owner, id, { ...terms, ...more });
    await expect(change({ mostInAll: "1" })).rejects.toMatchObject({
      issues: [{ path: "mostInAll" }],
    });
    await expect(change({ code: "SUMMER" })).rejects.toMatchObject({ issues: [{ path: "code" }] });
    await change({ mostInAll: "2" });
    expect(await uses(shop, id)).toEqual({ taken: 2, over: 0, givenBack: 1 });
    expect(await differences(shop)).toEqual([]);
    await pay(shop, orders[1] as Order);
    await change({ mostInAll: "" });
    expect((await withCode(shop)).priceCents).toBe(0);
    await endCoupon(shop, owner, id);
    await expect(withCode(shop)).rejects.toThrow("ended");
    await resumeCoupon(shop, owner, id);
    expect((await withCode(shop)).priceCents).toBe(0);
    expect(
      (await pageOfCouponUses(shop, owner, id, { page: 1, pageSize: 10 })).items,
    ).toMatchObject([
      { takenOffCents: 14_900, standing: "taken" },
      { takenOffCents: 14_900, standing: "taken" },
      { takenOffCents: 2980, standing: "taken", order: { paymentStatus: "UnPaid" } },
      { takenOffCents: 2980, standing: "taken", order: { paymentStatus: "Paid" } },
      { takenOffCents: 2980, standing: "given-back" },
    ]);
    expect(await differences(shop)).toEqual([]);
  });

  test("has a code that looks like no other, and is deleted only before an order has it", async () => {
    const shop = await open();
    await addCoupon(shop, { code: "SOLO20" });
    await expect(addCoupon(shop, { code: "5o1o2O" })).rejects.toMatchObject({
      issues: [{ path: "code" }],
    });
    for (const wrong of [
      { code: "=1+1" },
      { code: "ab" },
      { value: "0" },
      { value: "101" },
      { value: "12.5" },
      { kind: "amount", value: "-5" },
      { mostInAll: "0" },
      { plans: ["nothing"] },
      { fromDay: "2026-12-02", untilDay: "2026-12-01" },
      { untilDay: "2026-02-30" },
    ]) {
      await expect(addCoupon(shop, { code: "OTHER", ...wrong })).rejects.toMatchObject({
        code: "invalid",
        issues: [{ path: Object.keys(wrong).at(-1) }],
      });
    }
    const { id } = await addCoupon(shop);
    await deleteCoupon(shop, owner, id);
    const again = await addCoupon(shop);
    await cancel(shop, await withCode(shop));
    await expect(deleteCoupon(shop, owner, again.id)).rejects.toMatchObject({ code: "conflict" });
    const found = await listCoupons(shop, owner, { q: "spr", state: "running" });
    expect(found.map(({ code }) => code)).toEqual(["SPRING20"]);
    const audited = await shop.database.read.selectFrom("audit_log").select("action").execute();
    expect(audited.map(({ action }) => action)).toContain("Delete coupon");
  });

  test("is refused with everything that is wrong at once", async () => {
    const shop = await openShop(await openDatabase());
    const wrong = { code: "!", value: "125", fromDay: "2026-12-24", untilDay: "2026-12-01" };
    const refused = await addCoupon(shop, { ...wrong, mostInAll: "none" }).catch((error) => error);
    expect(refused.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      "code",
      "mostInAll",
      "untilDay",
      "value",
    ]);
  });

  test("stays used by an order that is refunded", async () => {
    const shop = await open();
    const { id } = await addCoupon(shop, { mostInAll: 1 });
    const order = await withCode(shop);
    await pay(shop, order);
    await recordManualRefund(shop, owner, order.id, {
      amount: String(order.priceCents / 100),
      date: "2026-11-20",
      reference: "back",
      key: "back",
      transactionId: `key-${order.id}`,
    });
    expect(await uses(shop, id)).toEqual({ taken: 1, over: 0, givenBack: 0 });
    await expect(withCode(shop)).rejects.toThrow("used up");
    expect(await differences(shop)).toEqual([]);
  });

  test("is the business of people who may give discounts", async () => {
    const shop = await open();
    const { id } = await addCoupon(shop);
    const accountant: Actor = {
      kind: "staff",
      role: "Accountant",
      accountId: "a",
      email: "a@x.org",
    };
    expect(await listCoupons(shop, accountant)).toHaveLength(1);
    for (const call of [
      () => createCoupon(shop, accountant, {}),
      () => changeCoupon(shop, accountant, id, {}),
      () => endCoupon(shop, accountant, id),
      () => deleteCoupon(shop, accountant, id),
      () => listCoupons(shop, ada),
      () => readCoupon(shop, ada, id),
    ]) {
      await expect((async () => call())()).rejects.toMatchObject({ code: "forbidden" });
    }
  });
});

describeOnEachDatabase("The places of a coupon", (openDatabase) => {
  test("are never given twice, to 40 orders at once for 10 of them", async () => {
    const shop = await openShop(await openDatabase());
    const { id } = await addCoupon(shop, { mostInAll: 10 });
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => withCode(shop)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await uses(shop, id)).toEqual({ taken: 10, over: 0, givenBack: 0 });
    expect(await differences(shop)).toEqual([]);
  });

  test("belong to one order each, whatever the program does", async () => {
    const shop = await openShop(await openDatabase());
    const { id: coupon_id } = await addCoupon(shop);
    await withCode(shop);
    const twice = shop.database.write((tx) =>
      tx
        .insertInto("coupon_places")
        .values({
          order_id: "another",
          coupon_id,
          place: 1,
          taken_at: 1,
          given_back_at: null,
          is_over: 0,
        })
        .execute(),
    );
    await expect(twice).rejects.toSatisfy(isUniqueViolation);
  });

  test("stay given back by an order that ends while the coupon gets fewer of them", async () => {
    const shop = await openShop(await openDatabase());
    const { database } = shop;
    const { id } = await addCoupon(shop);
    const [first, , third] = [await withCode(shop), await withCode(shop), await withCode(shop)];
    await cancel(shop, first);
    let changing: Promise<unknown> | undefined;
    await database.write(async (tx) => {
      await giveBackCoupon(tx, third.id, shop.time.now);
      const terms = { code: "SPRING20", kind: "percent", value: "20", mostInAll: 2 };
      changing ??= changeCoupon(shop, owner, id, terms);
      await Promise.race([changing.catch(() => {}), waitsForLock(database)]);
    });
    await changing;
    expect(await uses(shop, id)).toEqual({ taken: 1, over: 0, givenBack: 2 });
  });
});
