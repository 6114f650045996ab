import { expect, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { recordStatements } from "../../../tests/support/databases/statements.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols, type Told } from "../../../tests/support/payments/protocols.ts";
import { cancelOrder } from "../cancelling/cancel-order.ts";
import { paymentMarks } from "../paying/payment-progress.ts";
import { handleReturn } from "../paying/start-payment.ts";

describeStore("The mark of a payment in a list of orders", (openDatabase) => {
  describeProtocols((protocol) => {
    test("shows the state of each order's payment, with four queries for the whole list", async () => {
      const { shop, another, arrive } = await openProtocolCheckout(await openDatabase(), protocol);
      let count = 0;
      const orderWith = async (...said: readonly Told[]) => {
        const { order, message } = await another();
        count += 1;
        for (const each of said) {
          await arrive(message({ id: `TXN-${count}`, ...each }));
        }
        return order.id;
      };
      const pending: Told = { kind: "pending" };
      const ids = {
        unpaid: await orderWith(),
        wrong: await orderWith({ cents: 100 }),
        pending: await orderWith(pending),
        declined: await orderWith({ kind: "failed" }),
        paid: await orderWith(pending, {}),
        paidTwice: await orderWith({}, { id: "AGAIN" }),
        cancelled: await orderWith(pending),
        returned: await orderWith(),
      };
      await cancelOrder(shop, ada, ids.cancelled);
      const returned = await findOrder(shop, ada, ids.returned);
      await handleReturn(shop, ada, returned, new URLSearchParams());
      const orders = await Promise.all(Object.values(ids).map((id) => findOrder(shop, ada, id)));

      const recorder = recordStatements();
      const marks = await paymentMarks(shop, owner, orders, "every");
      const queries = recorder.take().filter(({ sql }) => /^select/i.test(sql)).length;
      recorder.stop();
      expect(queries).toBe(4);
      expect(Object.entries(ids).map(([name, id]) => [name, marks.get(id)])).toEqual([
        ["unpaid", undefined],
        ["wrong", "to-decide"],
        ["pending", "on-its-way"],
        ["declined", undefined],
        ["paid", undefined],
        ["paidTwice", "to-decide"],
        ["cancelled", "on-its-way"],
        ["returned", "on-its-way"],
      ]);
      expect(await paymentMarks(shop, owner, [], "every")).toEqual(new Map());
      // Customers do not see the open review of a second payment.
      const awaited = new Map([...marks].filter(([id]) => id !== ids.paidTwice));
      expect(await paymentMarks(shop, ada, orders, "own")).toEqual(awaited);
    });

    test("disappears after a decision, and is hidden from other customers", async () => {
      const scene = await openProtocolCheckout(await openDatabase(), protocol);
      const { shop, order } = scene;
      await scene.arrive(scene.message({ cents: 100 }));
      const marks = async (actor = owner) => paymentMarks(shop, actor, [order], "every");
      const own = async (actor = ada) => paymentMarks(shop, actor, [order], "own");
      expect((await marks()).get(order.id)).toBe("to-decide");
      expect((await own()).get(order.id)).toBe("to-decide");
      await expect(marks(ada)).rejects.toMatchObject({ code: "forbidden" });
      await expect(own(ben)).rejects.toMatchObject({ code: "forbidden" });
      const { id } = await scene.onlyReview();
      await scene.decide(id, { decision: "dismiss", note: "Sent back by hand." });
      expect((await marks()).size).toBe(0);
      expect((await own()).size).toBe(0);
    });
  });
});
