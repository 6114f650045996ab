import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ben, owner } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols } from "../../../tests/support/payments/protocols.ts";
import { readOpenReviews } from "./read-open-reviews.ts";

describeStore("A review", (openDatabase) => {
  describeProtocols((protocol) => {
    test("shows the order that its notification names, although the transaction is applied to another order", async () => {
      const scene = await openProtocolCheckout(await openDatabase(), protocol);
      const bens = await scene.another(ben);
      await scene.arrive(scene.message({ id: "SAME" }));
      await scene.arrive(bens.message({ id: "SAME" }));
      const review = await scene.onlyReview();
      expect(review.order?.id).toBe(bens.order.id);
      expect(review.orderWithMoney?.id).toBe(scene.order.id);
      expect(review.refusals.accept).toContain(
        `is already applied to order ${scene.order.number}.`,
      );
    });

    test("still shows the order that its notification names after an admin accepted another notification of the same transaction", async () => {
      const scene = await openProtocolCheckout(await openDatabase(), protocol);
      const bens = await scene.another(ben);
      await scene.arrive(scene.message({ id: "SAME", cents: 100 }));
      await scene.arrive(bens.message({ id: "SAME", cents: 200 }));
      const named = async () => (await scene.reviews()).map(({ order }) => order?.id).toSorted();
      const both = [scene.order.id, bens.order.id].toSorted();
      expect(await named()).toEqual(both);
      const [first] = await scene.reviews();
      await scene.decide(first?.id ?? "", { decision: "accept" });
      expect([first?.order?.id, ...(await named())].toSorted()).toEqual(both);
    });

    test("is found by its id until the decision, and is refused to customers", async () => {
      const scene = await openProtocolCheckout(await openDatabase(), protocol);
      await scene.arrive(scene.message({ cents: 100 }));
      const { id } = await scene.onlyReview();
      const read = (actor: typeof owner) =>
        readOpenReviews(scene.shop, actor, [id, "unknown", "a\u0000b"]);
      expect(await read(owner)).toMatchObject([{ id, order: { id: scene.order.id } }]);
      await expect(read(ben)).rejects.toMatchObject({ code: "forbidden" });
      await scene.decide(id, { decision: "accept" });
      expect(await read(owner)).toEqual([]);
    });
  });
});
