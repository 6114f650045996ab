import { expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { readCoupon } from "#orders/coupons/read-coupons.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { visitor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { addCoupon } from "../../../tests/support/orders/coupons.ts";
import {
  ada,
  ben,
  fieldsOf,
  openShop,
  orderForm,
  orderInCheckout,
  owner,
} from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { recordManualPayment } from "../manual-payments/record-manual-payment.ts";
import { startPayment } from "../paying/start-payment.ts";
import { cancelForCustomer } from "./cancel-for-customer.ts";
import { cancelOrder } from "./cancel-order.ts";

describeOnEachDatabase("An order", (openDatabase) => {
  const open = async () => {
    const shop = await openShop(await openDatabase());
    return { shop, ...(await orderInCheckout(shop)) };
  };

  test("is cancelled once despite two requests of its customer, and cannot be paid afterwards", async () => {
    const { shop, order } = await open();
    const both = [cancelOrder(shop, ada, order.id), cancelOrder(shop, ada, order.id)];
    for (const { paymentStatus } of await Promise.all(both))
      expect(paymentStatus).toBe("Cancelled");
    const events = await shop.database.read.selectFrom("payment_ledger").selectAll().execute();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ kind: "cancellation", author: "customer" });
    const paying = startPayment(shop, ada, order.id);
    await expect(paying).rejects.toMatchObject({ code: "conflict" });
  });

  test("can be cancelled by an admin, with an audit entry and an email to the customer", async () => {
    const { shop, order } = await open();
    for (const [actor, code] of [
      [ada, "forbidden"],
      [visitor, "unauthenticated"],
    ] as const) {
      await expect(cancelForCustomer(shop, actor, order.id)).rejects.toMatchObject({ code });
    }
    const unknown = cancelForCustomer(shop, owner, "unknown");
    await expect(unknown).rejects.toMatchObject({ code: "not-found" });
    const both = [1, 2].map(() => cancelForCustomer(shop, owner, order.id));
    for (const { paymentStatus } of await Promise.all(both))
      expect(paymentStatus).toBe("Cancelled");
    const { read } = shop.database;
    const events = await read.selectFrom("payment_ledger").selectAll().execute();
    expect(events).toMatchObject([{ kind: "cancellation", author: "own@example.com" }]);
    const audited = await read.selectFrom("audit_log").selectAll().execute();
    expect(audited).toMatchObject([
      { action: "Cancel order", subject_id: order.id, after_json: '{"paymentStatus":"Cancelled"}' },
    ]);
    const letters = await read.selectFrom("mail_outbox").select(["letter", "recipient"]).execute();
    expect(letters).toContainEqual({ letter: "paymentCancelled", recipient: "ada@example.com" });
  });

  test.each([
    ["Paid", "This order is paid, so it cannot be cancelled."],
    ["Refunded", "This order was paid and refunded, so it cannot be cancelled."],
  ] as const)(
    "that is %s cannot be cancelled by its customer or an admin",
    async (paymentStatus, message) => {
      const { shop, order } = await open();
      await shop.database.write((tx) =>
        tx.updateTable("orders").set({ payment_status: paymentStatus, paid_at: 1 }).execute(),
      );
      for (const cancelling of [
        cancelOrder(shop, ada, order.id),
        cancelForCustomer(shop, owner, order.id),
      ]) {
        await expect(cancelling).rejects.toMatchObject({ code: "conflict", message });
      }
    },
  );

  test("with nothing to pay can be cancelled by the team, and gives the place of its coupon back", async () => {
    const shop = await openShop(await openDatabase());
    const { id: couponId } = await addCoupon(shop, { value: "100", mostInAll: 1 });
    const form = { ...orderForm, coupon: "SPRING20" };
    const order = await placeOrder(shop, ada, form);
    expect(order).toMatchObject({ paymentStatus: "Paid", priceCents: 0 });
    await expectRefused("conflict", cancelOrder(shop, ada, order.id));
    const both = [1, 2].map(() => cancelForCustomer(shop, owner, order.id));
    for (const { paymentStatus } of await Promise.all(both)) {
      expect(paymentStatus).toBe("Cancelled");
    }
    const letters = await shop.database.read.selectFrom("mail_outbox").select("letter").execute();
    expect(letters.map(({ letter }) => letter).toSorted()).toEqual([
      "nothingToPay",
      "nothingToPayCancelled",
      "orderPlacedOwner",
    ]);
    const paying = { amount: "1", date: "2026-11-19", reference: "Cash", key: newId() };
    await expect(
      recordManualPayment(shop, owner, order.id, { ...paying, confirmed: "yes" }),
    ).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("costs nothing"),
    });
    expect(await readCoupon(shop, owner, couponId)).toMatchObject({ taken: 0, givenBack: 1 });
    expect((await placeOrder(shop, ben, form)).paymentStatus).toBe("Paid");
    expect((await inSnapshot(shop.database, checkLedger)).differences).toEqual([]);
  });

  test("with nothing to pay that is a period of a plan ends with the plan only", async () => {
    const shop = await openShop(await openDatabase());
    await addCoupon(shop, { value: "100" });
    const premium = { ...orderForm, packageName: "Premium", packagePrice: undefined };
    const order = await placeOrder(shop, ada, { ...premium, coupon: "SPRING20" });
    expect(order).toMatchObject({ paymentStatus: "Paid", charged: "monthly" });
    await expect(cancelForCustomer(shop, owner, order.id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Cancel the plan on its page"),
    });
  });

  test("gives other customers the same error as an order that does not exist", async () => {
    const { shop, order } = await open();
    const refusal = { code: "not-found", message: "There is no such order." };
    for (const [actor, id] of [
      [ben, order.id],
      [ada, "unknown"],
      [ada, "a\u0000b"],
      [ada, "' or 1=1 --"],
    ] as const) {
      await expect(cancelOrder(shop, actor, id)).rejects.toMatchObject(refusal);
      await expect(startPayment(shop, actor, id)).rejects.toMatchObject(refusal);
      await expect(findOrder(shop, actor, id)).rejects.toMatchObject(refusal);
    }
    await expect(cancelOrder(shop, owner, order.id)).rejects.toMatchObject(refusal);
    await expectRefused("unauthenticated", findOrder(shop, visitor, order.id));
    expect((await findOrder(shop, owner, order.id)).paymentStatus).toBe("UnPaid");
  });

  test("accepts a limited number of payment attempts in ten minutes", async () => {
    const open = await openShop(await openDatabase());
    const shop = { ...open, configuration: { rateLimitFactor: 0.1 } };
    const order = await placeOrder(shop, ada, orderForm);
    for (let sent = 0; sent < 6; sent++) await startPayment(shop, ada, order.id);
    const refused = startPayment(shop, ada, order.id);
    await expect(refused).rejects.toMatchObject({ code: "too-many", retryAfterSeconds: 600 });
  });

  test("is handed to the provider with its recorded price, and the provider returns the customer to this site", async () => {
    const { shop, order, fields } = await open();
    const [attempt] = await shop.database.read.selectFrom("payment_attempts").selectAll().execute();
    expect(attempt).toMatchObject({
      id: fields.custom,
      order_reference: order.id,
      amount_cents: 14900,
      currency: "USD",
      receiver: "till@example.org",
    });
    expect(fields).toMatchObject({
      invoice: order.id,
      amount: "149.00",
      business: "till@example.org",
    });
    const cancel = new URL(fields.cancel_return ?? "");
    expect(cancel.href).toContain(`http://localhost:3000/order-cancelled/${order.id}?proof=`);
    const token = cancel.searchParams.get("proof");
    expect(shop.payments.checkCancelToken(order.id, token)).toBe(true);
    expect(shop.payments.checkCancelToken("another", token)).toBe(false);
    expect(shop.payments.checkCancelToken(order.id, null)).toBe(false);
    for (const [origin, expected] of [
      ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
      ["https://evil.example", "http://localhost:3000"],
    ] as const) {
      const again = await startPayment(shop, ada, order.id, { browserOrigin: origin });
      expect(fieldsOf(again).return).toBe(`${expected}/received-payment/${order.id}`);
    }
  });
});
