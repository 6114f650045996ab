import { expect, test } from "vitest";
import { addOns } from "#content/blocks/add-ons.ts";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { addOnsOfPlan } from "#content/model/add-ons.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { system } from "#policy/actor.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { earlierOrder, goneSentence } from "./order-again.server.ts";

describeStore("Ordering again", (openDatabase) => {
  async function open() {
    const shop = await openShop(await openDatabase());
    const by = { actor: system, author: "test", at: shop.time.now };
    const call = { ...addOns.example, addOnName: "A call", addOnPrice: "90" } as never;
    const added = await shop.database.write((tx) => insertRecord(tx, addOns, call, by));
    const form = { ...orderForm, addOns: [{ id: added._id, quantity: 1 }] };
    const order = await placeOrder(shop, ada, form);
    const plans = await listRecords(shop.database.read, pricingPackages);
    const plan = plans.find(({ _id }) => _id === order.packageId) as PricingPackage & {
      _id: string;
    };
    const extras = addOnsOfPlan(await listRecords(shop.database.read, addOns), plan._id);
    const again = (changes: Partial<typeof plan> = {}, offered = extras, actor = ada) =>
      earlierOrder(shop, requireSignedIn(actor), order.id, {
        plan: { ...plan, ...changes },
        extras: offered,
      });
    return { shop, order, again };
  }

  test("has the details and the extras of the order, and no sentence when nothing has changed", async () => {
    const { again, order } = await open();
    expect(await again()).toMatchObject({
      number: order.number,
      addOns: [{ quantity: 1 }],
      changes: [],
    });
  });

  test("says that the plan has another price now, and which extra is gone", async () => {
    const { again } = await open();
    expect((await again({ packagePrice: "179" }, []))?.changes).toEqual([
      "Basic is $179.00 now. In that order it was $149.00.",
      "No longer offered as it was: A call.",
    ]);
  });

  test("says that the plan is gone, to the customer of the order only", async () => {
    const { shop, order, again } = await open();
    expect(await goneSentence(shop, requireSignedIn(ada), order.id)).toBe(
      `We do not sell Basic any more, so order ${order.number} cannot be ordered again as it was. Nothing was ordered.`,
    );
    expect(await goneSentence(shop, requireSignedIn(ben), order.id)).toBe("");
    expect(await goneSentence(shop, requireSignedIn(ada), "")).toBe("");
    expect(await again({}, undefined, ben)).toBeUndefined();
  });
});
