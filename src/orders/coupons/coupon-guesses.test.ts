import { expect, test } from "vitest";
import { visitor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { addCoupon } from "../../../tests/support/orders/coupons.ts";
import { ada, ben, openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { planLine } from "../lines/order-lines.ts";
import { placeOrder, requireOrderable } from "../placing/place-order.ts";
import { codeRefusedForVisitor } from "./coupon-guesses.ts";
import { previewCoupon, takesCoupons } from "./preview-coupon.ts";

describeOnEachDatabase("The code of a coupon", (openDatabase) => {
  async function open() {
    const shop = await openShop(await openDatabase());
    return { ...shop, configuration: { rateLimitFactor: 1 } };
  }

  test("is refused to a visitor with one sentence for all reasons, before an account is made", async () => {
    const shop = await open();
    expect(await takesCoupons(shop.database.read)).toBe(false);
    await addCoupon(shop, { untilDay: "2026-11-19" });
    await addCoupon(shop, { code: "GOOD" });
    expect(await takesCoupons(shop.database.read)).toBe(true);
    for (const coupon of ["SPRING20", "NOTHING", "=1+1"]) {
      await expect(requireOrderable(shop, { ...orderForm, coupon })).rejects.toMatchObject({
        issues: [{ path: "coupon", message: codeRefusedForVisitor }],
      });
    }
    await requireOrderable(shop, { ...orderForm, coupon: "good" });
  });

  test("can be guessed only some times in an hour, by an account and by the visitors of an address", async () => {
    const shop = await open();
    await addCoupon(shop, { mostPerCustomer: 1 });
    const lines = [planLine({ packageName: "Basic", priceCents: 14_900, charged: "once" })];
    const preview = (actor = ada, code = "NOTHING") =>
      previewCoupon(shop, actor, { code, planId: "a plan", lines });
    for (let nth = 0; nth < 20; nth++) expect(await preview()).toMatch(/no coupon/);
    expect(await preview()).toMatch(/Too many attempts/);
    expect(await preview(ada, "SPRING20")).toMatch(/Or order without a coupon/);
    await expect(placeOrder(shop, ada, { ...orderForm, coupon: "SPRING20" })).rejects.toMatchObject(
      { code: "too-many" },
    );
    await placeOrder(shop, ada, orderForm);
    expect(await preview(ben, "SPRING20")).toMatchObject({ label: "SPRING20", unitCents: -2980 });
    // A code that exists is no guess, whatever the reason of its refusal.
    await placeOrder(shop, ben, { ...orderForm, coupon: "SPRING20" });
    for (let nth = 0; nth < 30; nth++) {
      expect(await preview(ben, "SPRING20")).toMatch(/used this coupon already/);
    }
    for (let nth = 0; nth < 15; nth++) expect(await preview(visitor)).toBe(codeRefusedForVisitor);
    expect(await preview(visitor)).toMatch(/Too many attempts/);
    shop.time.now += 60 * 60_000;
    expect(await preview(visitor, "SPRING20")).toMatchObject({ label: "SPRING20" });
  });

  test("can be guessed no more often by many requests at the same time", async () => {
    const shop = await open();
    await addCoupon(shop);
    const lines = [planLine({ packageName: "Basic", priceCents: 14_900, charged: "once" })];
    const wish = { planId: "a plan", lines };
    const codes = [...Array.from({ length: 60 }, (_, nth) => `GUESS${nth}`), "SPRING20"];
    const answers = await Promise.all(
      codes.map((code) => previewCoupon(shop, ada, { ...wish, code })),
    );
    const told = answers.filter((answer) => !/Too many attempts/.test(String(answer)));
    expect(told).toHaveLength(20);
    expect(told.every((answer) => /no coupon/.test(String(answer)))).toBe(true);
  });

  test("takes no less than the customer saw", async () => {
    const shop = await open();
    await addCoupon(shop);
    const place = (couponTakes: string) =>
      placeOrder(shop, ada, { ...orderForm, coupon: "SPRING20", couponTakes });
    await expect(place("30")).rejects.toMatchObject({
      code: "conflict",
      extra: { currentSum: "119.20" },
      message:
        "The coupon SPRING20 takes $29.80 off now. Nothing was ordered. Place the order again to accept the new sum of $119.20.",
    });
    expect((await place("29.80")).priceCents).toBe(11_920);
    expect((await place("10")).priceCents).toBe(11_920);
  });
});
