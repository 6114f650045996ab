import { expect, test } from "vitest";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { handleReturn, startPayment } from "#money/paying/start-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { visitor } from "#policy/actor.ts";
import { selectOrderTax } from "#tax/order-tax.server.ts";
import { orderTimeline } from "#work/timeline/order-timeline.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { setTax } from "../../../tests/support/invoices/taxing.ts";
import { ada, ben, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { correctOrder } from "./correct-order.ts";
import { correctionsOf } from "./order-corrections.server.ts";

const corrected = {
  customerName: "Ada Fields",
  customerAddress: "2 Long Acre",
  customerCountry: "Norway",
  customerWebsite: "https://fields.example",
};
const form = { ...corrected, seen: "0" };

describeOnEachDatabase("The correction of an order", (openDatabase) => {
  const open = async () => {
    const checkout = await openCheckout(await openDatabase());
    const { shop, order } = checkout;
    const names: unknown[] = [];
    const deps = { ...shop, nameFromOrder: async (...named: unknown[]) => void names.push(named) };
    const correct = (input: object = form, actor = ada) =>
      correctOrder(deps, actor, order.id, input);
    const read = () => findOrder(shop, ada, order.id);
    const corrections = () => correctionsOf(shop.database.read, order.id);
    return { ...checkout, names, correct, read, corrections };
  };

  test("changes the details, leaves plan and price, and stands in the timeline", async () => {
    const { shop, order, correct, read, names } = await open();
    await correct();
    expect(await read()).toEqual({ ...order, ...corrected });
    expect(names).toEqual([["account-ada", "Ada Fields", shop.time.now]]);
    const entry = {
      kind: "corrected",
      fields: Object.keys(corrected).filter((f) => !/Country/.test(f)),
    };
    for (const [actor, reader] of [
      [ada, "customer"],
      [owner, "admin"],
    ] as const) {
      const entries = await orderTimeline(shop, actor, order.id, reader);
      expect(entries).toContainEqual(expect.objectContaining({ ...entry, by: "Ada Fields" }));
    }
  });

  test("sent twice is made once, and refused after another correction without losing it", async () => {
    const { correct, read, corrections } = await open();
    await Promise.all([correct(), correct()]);
    expect(await corrections()).toHaveLength(1);
    const late = correct({ ...form, customerName: "Ada Late" });
    await expect(late).rejects.toMatchObject({
      code: "conflict",
      extra: { changedMeanwhile: true },
    });
    expect(await read()).toMatchObject(corrected);
    await correct({ ...form, customerName: "Ada Late", seen: "1" });
    expect((await corrections()).map(({ number, fields }) => [number, fields.length])).toEqual([
      [1, 3],
      [2, 1],
    ]);
  });

  test("is refused to others, for faulty details and for an order that is not UnPaid", async () => {
    const { shop, order, correct, read, message, arrive } = await open();
    await expectRefused("not-found", correct(form, ben));
    await expectRefused("not-found", correct(form, owner));
    await expectRefused("unauthenticated", correct(form, visitor));
    await expectRefused("invalid", correct({ ...form, customerName: " " }));
    await expectRefused("invalid", correct({ ...form, packagePrice: "1" }));
    await arrive(message());
    await expect(correct()).rejects.toThrow("This order is paid");
    expect(await read()).toMatchObject({ customerName: order.customerName });
    const other = await open();
    await cancelOrder(other.shop, ada, other.order.id);
    await expect(other.correct()).rejects.toThrow("was cancelled");
    expect(shop.time.now).toBeGreaterThan(0);
  });

  test("is refused while a payment is pending or its customer has come back from the provider", async () => {
    const pending = await open();
    await pending.arrive(pending.message({ payment_status: "Pending" }));
    await expect(pending.correct()).rejects.toThrow("may be on its way");
    const returned = await open();
    await returned.correct();
    const order = await returned.read();
    await handleReturn(returned.shop, ada, order, new URLSearchParams());
    await expect(returned.correct({ ...form, customerName: "A", seen: "1" })).rejects.toThrow(
      "may be on its way",
    );
  });

  test("beside a payment is either on the receipt as a whole or refused as a whole", async () => {
    for (const first of ["payment", "correction"]) {
      const { order, correct, read, message, arrive, corrections, status } = await open();
      const paying = () => arrive(message());
      const correcting = () =>
        correct().then(
          () => true,
          (error) => error.code,
        );
      const [answer] =
        first === "payment"
          ? (await Promise.all([paying(), correcting()])).slice(1)
          : await Promise.all([correcting(), paying()]);
      expect(await status()).toBe("Paid");
      const now = await read();
      if (answer === true) {
        expect(now).toMatchObject(corrected);
        expect(await corrections()).toHaveLength(1);
      } else {
        expect(answer).toBe("conflict");
        expect(now.customerName).toBe(order.customerName);
        expect(await corrections()).toEqual([]);
      }
    }
  });

  test("with another country decides about the tax anew, unless the sum would change", async () => {
    const { shop, correct, read } = await open();
    await setTax(shop, { consumersAbroad: "O" });
    const { id } = await placeOrder(shop, ada, { ...orderForm, customerCountry: "Norway" });
    const correctTo = (customerCountry: string, seen: number) =>
      correctOrder(shop, ada, id, { ...corrected, customerCountry, seen });
    const tax = () => selectOrderTax(shop.database.read, id);
    await correctTo("England", 0);
    expect(await tax()).toMatchObject({ category: "S", ratePercent: 20, country: "GB" });
    await expect(correctTo("Atlantis", 1)).rejects.toMatchObject({
      issues: [{ path: "customerCountry" }],
    });
    await setTax(shop, { consumersAbroad: "O", place: "on top" });
    await expect(correctTo("Scotland", 1)).rejects.toThrow("costs another sum");
    expect(await tax()).toMatchObject({ category: "S", place: "inside" });
    expect(await findOrder(shop, ada, id)).toMatchObject({ customerCountry: "England" });
    await correctTo("Sweden", 1);
    expect(await tax()).toMatchObject({ category: "O", ratePercent: 0, country: "SE" });
    // The order from before tax was switched on has none, and its country is free text.
    await correct({ ...form, customerCountry: "Atlantis" });
    const { id: earlier, customerCountry } = await read();
    expect(customerCountry).toBe("Atlantis");
    expect(await selectOrderTax(shop.database.read, earlier)).toBeUndefined();
  });

  test("leaves what a started payment told the provider", async () => {
    const { shop, order, fields, correct } = await open();
    await correct();
    const again = await startPayment(shop, ada, order.id, { resumes: true });
    const sent = "fields" in again ? again.fields : [];
    expect(Object.fromEntries(sent)).toMatchObject(Object.fromEntries(Object.entries(fields)));
  });
});
