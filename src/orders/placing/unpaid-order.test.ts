import { expect, test } from "vitest";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { unpaidOrderLike, unpaidOrderOf } from "../list-orders.ts";
import { placeOrder } from "./place-order.ts";

describeStore("The search for an UnPaid order of a plan", (openDatabase) => {
  test("finds the customer's newest order that is not Cancelled, and no order of another customer", async () => {
    const shop = await openShop(await openDatabase());
    const first = await placeOrder(shop, ada, orderForm);
    const found = async (actor = ada, packageId = first.packageId) =>
      (await unpaidOrderOf(shop, actor, packageId))?.number;
    expect(await found()).toBe(first.number);
    const second = await placeOrder(shop, ada, orderForm);
    expect(await found()).toBe(second.number);
    expect([await found(ben), await found(ada, "another")]).toEqual([undefined, undefined]);
    await cancelOrder(shop, ada, second.id);
    expect(await found()).toBe(first.number);
    await cancelOrder(shop, ada, first.id);
    expect(await found()).toBeUndefined();
    await expectRefused("unauthenticated", unpaidOrderOf(shop, { kind: "visitor" }, "any"));
  });

  test("with the same website and price finds only an order that the customer has placed", async () => {
    const shop = await openShop(await openDatabase());
    const placed = await placeOrder(shop, ada, { ...orderForm, customerWebsite: "field.example" });
    const { packageId } = placed;
    const like = { packageId, packagePrice: "149", customerWebsite: " https://field.example" };
    const found = async (otherwise = {}, actor = ada) =>
      (await unpaidOrderLike(shop, actor, { ...like, ...otherwise }))?.number;
    expect(await found()).toBe(placed.number);
    const others = [
      { customerWebsite: "" },
      { customerWebsite: "other.example" },
      { customerWebsite: "no website" },
      { packagePrice: "150" },
      { packagePrice: undefined },
      { packageId: "another" },
    ];
    for (const other of others) expect([other, await found(other)]).toEqual([other, undefined]);
    expect(await found({}, ben)).toBeUndefined();
    const rights = { orders: true, payments: true, mayOrder: true, people: false };
    const colleague = { ...ben, company: { id: placed.companyId, rights } };
    expect(await found({}, colleague)).toBeUndefined();
    await cancelOrder(shop, ada, placed.id);
    expect(await found()).toBeUndefined();
  });
});
