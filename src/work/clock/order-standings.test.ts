import { expect, test } from "vitest";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { enterInLedger, ledgerOfOrder } from "#money/ledger/order-ledger.server.ts";
import type { Order } from "#orders/order.ts";
import { lockOrder, selectOrder } from "#orders/order-store.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { newId } from "#platform/ids.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { changes, orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, ben, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { acceptDelivery, askForChanges } from "../deliveries/delivery-answers.ts";
import { orderStandings } from "./order-standings.server.ts";
import { readOrderClock } from "./read-order-clock.ts";

const dayMs = 86_400_000;
const timeZone = "Europe/Oslo";
const calendar = { timeZone, weekdays: [1, 2, 3, 4, 5], closedDays: [] };

describeOnEachDatabase("The standing of an order", (openDatabase) => {
  test("follows its payment, questions and deliveries", async () => {
    const { shop, id, deliver } = await orderIn("paid", await openDatabase(), { timeZone });
    const { database, time, clock } = shop;
    const standing = async () => {
      const order = await selectOrder(database.read, id);
      const own = order === undefined ? [] : [order];
      const standings = await orderStandings(database.read, own, { calendar, now: clock() });
      const { stage, waitsFor, dueAt, clock: read } = standings.get(id) ?? {};
      return [stage, waitsFor, dueAt ? new Date(dueAt).toISOString() : null, read?.day];
    };
    const say = (actor: typeof ada, asks?: boolean) =>
      sendOrderMessage(shop, actor, id, { text: "Hello", key: newId(), ...(asks && { asks }) });
    // Friday, November 20, 2026. Oslo is one hour ahead of UTC.
    expect(await standing()).toEqual(["in-work", "team", "2026-12-04T23:00:00.000Z", 0]);
    time.now += 3 * dayMs;
    await say(owner, true);
    time.now += 2 * dayMs;
    const waiting = ["waiting-for-customer", "customer", "2026-12-08T23:00:00.000Z", 1];
    expect(await standing()).toEqual(waiting);
    await say(ada);
    time.now += dayMs;
    expect(await standing()).toEqual(["in-work", "team", "2026-12-08T23:00:00.000Z", 2]);
    await deliver();
    expect(await standing()).toEqual(["in-review", "customer", null, 2]);
    await askForChanges(shop, ada, id, 1, changes);
    time.now += 20 * dayMs;
    expect(await readOrderClock({ database, clock, calendar }, ada, id)).toMatchObject({
      day: 16,
      workingDays: 10,
      stoodStill: { question: 2, review: 0 },
      dueDay: "2026-12-08",
      isOverdue: true,
    });
    await deliver();
    await acceptDelivery(shop, ada, id, 2);
    expect(await standing()).toEqual(["accepted", null, null, undefined]);
  });

  test("does not count the days on which the payment was reversed", async () => {
    const { shop, id } = await orderIn("paid", await openDatabase(), { timeZone });
    const { database, time, clock } = shop;
    const move = (kind: "reversal" | "reversal-cancelled", amountCents: number) =>
      database.write(async (tx) => {
        const order = await lockOrder(tx, id);
        const payment = (await ledgerOfOrder(tx, id)).find((entry) => entry.kind === "payment");
        if (order === undefined || payment === undefined) throw new Error("There is no payment.");
        await enterInLedger(tx, shop, order, {
          kind,
          amountCents,
          provider: "paypal-rest",
          transactionId: kind,
          parentTransactionId: payment.transactionId,
          notificationId: null,
          author: "test",
          at: clock(),
        });
      });
    const read = () => readOrderClock({ database, clock, calendar }, ada, id);
    // The payment of Friday is reversed on Monday, and the reversal is cancelled ten days later.
    time.now += 3 * dayMs;
    await move("reversal", -14_900);
    expect(await read()).toBeNull();
    time.now += 10 * dayMs;
    await move("reversal-cancelled", 14_900);
    time.now += dayMs;
    expect(await read()).toMatchObject({
      day: 2,
      stoodStill: { brief: 0, question: 0, review: 0 },
      dueDay: "2026-12-16",
    });
  });

  test("has no clock for an unpaid or cancelled order, and other customers cannot read a clock", async () => {
    const { shop, id } = await orderIn("paid", await openDatabase());
    const { database, clock } = shop;
    const unpaid = await placeOrder(shop, ada, orderForm);
    const cancelled = await cancelOrder(shop, ada, (await placeOrder(shop, ada, orderForm)).id);
    const orders: readonly Order[] = [unpaid, cancelled];
    const standings = await orderStandings(database.read, orders, { calendar, now: clock() });
    expect([...standings.values()]).toMatchObject([
      { stage: "unpaid", waitsFor: "customer", clock: null, dueAt: null },
      { stage: "cancelled", waitsFor: null, clock: null, dueAt: null },
    ]);
    await expectRefused("not-found", readOrderClock({ database, clock, calendar }, ben, id));
  });
});
