import { expect, test } from "vitest";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { unpaidOrderOf } from "../list-orders.ts";
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
});
