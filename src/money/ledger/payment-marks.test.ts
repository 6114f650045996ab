import { expect, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { recordStatements } from "../../../tests/support/databases/statements.ts";
import {
  ada,
  ben,
  fieldsOf,
  notificationFor,
  orderForm,
  owner,
} from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { cancelOrder } from "../cancelling/cancel-order.ts";
import { paymentMarks } from "../paying/payment-progress.ts";
import { handleReturn, startPayment } from "../paying/start-payment.ts";

describeStore("The mark of a payment in a list of orders", (openDatabase) => {
  test("shows the state of each order's payment, with three queries for the whole list", async () => {
    const { shop, arrive } = await openCheckout(await openDatabase());
    let count = 0;
    const orderWith = async (...said: readonly Record<string, string>[]) => {
      const order = await placeOrder(shop, ada, orderForm);
      const fields = fieldsOf(await startPayment(shop, ada, order.id));
      count += 1;
      for (const each of said) {
        await arrive(notificationFor(fields, { txn_id: `TXN-${count}`, ...each }));
      }
      return order.id;
    };
    const pending = { payment_status: "Pending", pending_reason: "echeck" };
    const ids = {
      unpaid: await orderWith(),
      wrong: await orderWith({ mc_gross: "1.00" }),
      pending: await orderWith(pending),
      declined: await orderWith({ payment_status: "Denied" }),
      paid: await orderWith(pending, {}),
      paidTwice: await orderWith({}, { txn_id: "AGAIN" }),
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
    expect(queries).toBe(3);
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
    const scene = await openCheckout(await openDatabase());
    const { shop, order } = scene;
    await scene.arrive(scene.message({ mc_gross: "1.00" }));
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
