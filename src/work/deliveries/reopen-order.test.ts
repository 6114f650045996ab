import { sql } from "kysely";
import { expect, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type Actor, visitor } from "#policy/actor.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { distributeNews } from "../../../tests/support/orders/order-news.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { readOrderClock } from "../clock/read-order-clock.ts";
import { acceptDelivery } from "./delivery-answers.ts";
import { orderDeliveries } from "./delivery-list.ts";
import { listReopenedOrders } from "./list-reopened-orders.ts";
import { reopenOrder } from "./reopen-order.ts";
import { setOrderStatus } from "./set-order-status.ts";

const calendar = { timeZone: "UTC", weekdays: [1, 2, 3, 4, 5], closedDays: [] };
const wrong = { text: "Two of the links do not work." };

async function acceptedOrder(database: Database, timeZone = "UTC") {
  const order = await orderIn("paid", database, { timeZone });
  const { shop, id } = order;
  await order.deliver();
  await acceptDelivery(shop, ada, id, 1);
  await distributeNews(shop);
  return {
    ...order,
    reopen: (number = 1, input: object = wrong, actor: Actor = ada) =>
      reopenOrder(shop, actor, id, number, input),
    setStatus: (orderStatus: string) => setOrderStatus(shop, owner, id, { orderStatus }),
    kinds: async () => (await acceptanceEventsOf(database.read, id)).map(({ kind }) => kind),
    async mails() {
      await distributeNews(shop);
      return database.read
        .selectFrom("mail_outbox")
        .select("text_body")
        .where("letter", "=", "orderReopenedOwner")
        .execute();
    },
  };
}

describeOnEachDatabase("The reopening of an order by its customer", (openDatabase) => {
  test("makes the order Pending, emails the owner and adds a task to Today", async () => {
    const { shop, id, reopen, room, mails, deliver } = await acceptedOrder(await openDatabase());
    expect((await room()).reopenableUntil).toBe(Date.parse("2026-12-05T00:00:00Z"));
    await reopen();
    const since = shop.clock();
    expect(await room()).toMatchObject({
      stage: "in-work",
      reopenableUntil: null,
      rounds: 0,
      deliveries: [{ answer: { kind: "accepted" }, reopening: { text: wrong.text } }],
    });
    expect((await findOrder(shop, ada, id)).orderStatus).toBe("Pending");
    const [mail, ...others] = await mails();
    expect([mail?.text_body, others]).toEqual([expect.stringContaining(wrong.text), []]);
    const waiting = () => listReopenedOrders(shop, owner, 5);
    expect(await waiting()).toMatchObject([{ order: { id }, since }]);
    await expect(listReopenedOrders(shop, ada, 5)).rejects.toMatchObject({ code: "forbidden" });
    expect(await readOrderClock({ ...shop, calendar }, ada, id)).toMatchObject({
      stage: "in-work",
      workingDays: 10,
    });
    await deliver();
    expect(await waiting()).toEqual([]);
    await setOrderStatus(shop, owner, id, { orderStatus: "Pending" });
    expect(await waiting()).toMatchObject([{ order: { id }, since }]);
  });

  test("happens once if the customer sends the form three times at once", async () => {
    const { reopen, kinds, mails } = await acceptedOrder(await openDatabase());
    const same = { ...wrong, key: newId() };
    await Promise.all([reopen(1, same), reopen(1, same), reopen(1, same)]);
    const others = await Promise.allSettled([reopen(), reopen()]);
    expect(others.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await kinds()).toEqual(["delivered", "accepted", "reopened-by-customer"]);
    expect(await mails()).toHaveLength(1);
  });

  test("is refused a second time, also after the next acceptance", async () => {
    const { shop, id, reopen, deliver, room } = await acceptedOrder(await openDatabase());
    await reopen();
    await deliver();
    await expect(reopen(1)).rejects.toMatchObject({ message: expect.stringMatching(/newer/) });
    await expect(reopen(2)).rejects.toMatchObject({
      message: expect.stringMatching(/Ask for changes/),
    });
    await acceptDelivery(shop, ada, id, 2);
    expect((await room()).reopenableUntil).toBeNull();
    await expect(reopen(2)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/already reopened once/),
    });
  });

  test("is stored at most once for each order, by a constraint of the database", async () => {
    const { shop, id, reopen, kinds } = await acceptedOrder(await openDatabase());
    await reopen();
    const [, , event] = await acceptanceEventsOf(shop.database.read, id);
    if (event === undefined) throw new Error("There is no third event.");
    const again = shop.database.write((tx) =>
      tx
        .insertInto("order_review_events")
        .values({ ...event, id: newId() })
        .execute(),
    );
    await expect(again).rejects.toThrow();
    if (shop.database.engine === "sqlite") {
      const { order_id, number, author, at, text } = event;
      const replaced = shop.database.write((tx) =>
        sql`insert or replace into order_review_events (id, order_id, kind, number, text, author, at)
          values (${newId()}, ${order_id}, 'reopened-by-customer', ${number}, ${text}, ${author}, ${at})`.execute(
          tx,
        ),
      );
      await expect(replaced).rejects.toThrow(/only ever added/);
    }
    expect(await kinds()).toHaveLength(3);
  });

  test("happens only if the team does not reopen the order at the same time", async () => {
    const { reopen, setStatus, kinds, stage, deliver } = await acceptedOrder(await openDatabase());
    const [, asked] = await Promise.allSettled([setStatus("Pending"), reopen()]);
    const winner = asked.status === "fulfilled" ? "reopened-by-customer" : "reopened";
    expect(await kinds()).toEqual(["delivered", "accepted", winner]);
    expect(await stage()).toBe("in-work");
    const [again] = await Promise.allSettled([reopen(), deliver()]);
    expect(again).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
    expect(await kinds()).toEqual(["delivered", "accepted", winner, "delivered"]);
  });

  test("is possible until the end of the fourteenth day after the acceptance, also when the clocks change", async () => {
    for (const late of [false, true]) {
      const order = await orderIn("paid", await openDatabase(), { timeZone: "Europe/Oslo" });
      const { shop, id, deliver } = order;
      // Clocks go forward on 28 March 2027.
      shop.time.now = Date.parse("2027-03-20T14:00:00Z");
      await deliver();
      await acceptDelivery(shop, ada, id, 1);
      shop.time.now = Date.parse("2027-04-03T22:00:00Z") - (late ? 0 : 1);
      const reopened = reopenOrder(shop, ada, id, 1, wrong);
      if (late) {
        await expect(reopened).rejects.toMatchObject({
          code: "conflict",
          message: expect.stringMatching(/14 days/),
        });
        expect((await order.room()).reopenableUntil).toBeNull();
      } else await reopened;
    }
  });

  test("is refused to everybody but the customer of the order", async () => {
    const { shop, id, reopen, kinds } = await acceptedOrder(await openDatabase());
    for (const actor of [ben, owner]) {
      await expect(reopen(1, wrong, actor)).rejects.toMatchObject({ code: "not-found" });
    }
    await expect(reopen(1, wrong, visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await kinds()).toEqual(["delivered", "accepted"]);
    expect((await orderDeliveries(shop, owner, id)).stage).toBe("accepted");
  });
});
