import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  ben,
  notificationFor,
  orderInCheckout,
  owner,
} from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { readOpenReviews } from "./read-open-reviews.ts";

describeStore("A review", (openDatabase) => {
  test("shows the order that its notification names, although the transaction is applied to another order", async () => {
    const scene = await openCheckout(await openDatabase());
    const { order: bens, fields } = await orderInCheckout(scene.shop, ben);
    await scene.arrive(scene.message({ txn_id: "SAME" }));
    await scene.arrive(notificationFor(fields, { txn_id: "SAME" }));
    const review = await scene.onlyReview();
    expect(review.order?.id).toBe(bens.id);
    expect(review.orderWithMoney?.id).toBe(scene.order.id);
    expect(review.refusals.accept).toContain(`is already applied to order ${scene.order.number}.`);
  });

  test("still shows the order that its notification names after an admin accepted another notification of the same transaction", async () => {
    const scene = await openCheckout(await openDatabase());
    const { order: bens, fields } = await orderInCheckout(scene.shop, ben);
    await scene.arrive(scene.message({ txn_id: "SAME", mc_gross: "1.00" }));
    await scene.arrive(notificationFor(fields, { txn_id: "SAME", mc_gross: "2.00" }));
    const named = async () => (await scene.reviews()).map(({ order }) => order?.id).toSorted();
    const both = [scene.order.id, bens.id].toSorted();
    expect(await named()).toEqual(both);
    const [first] = await scene.reviews();
    await scene.decide(first?.id ?? "", { decision: "accept" });
    expect([first?.order?.id, ...(await named())].toSorted()).toEqual(both);
  });

  test("is found by its id until the decision, and is refused to customers", async () => {
    const scene = await openCheckout(await openDatabase());
    await scene.arrive(scene.message({ mc_gross: "1.00" }));
    const { id } = await scene.onlyReview();
    const read = (actor: typeof owner) =>
      readOpenReviews(scene.shop, actor, [id, "unknown", "a\u0000b"]);
    expect(await read(owner)).toMatchObject([{ id, order: { id: scene.order.id } }]);
    await expect(read(ben)).rejects.toMatchObject({ code: "forbidden" });
    await scene.decide(id, { decision: "accept" });
    expect(await read(owner)).toEqual([]);
  });
});
