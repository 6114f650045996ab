import { expect, test } from "vitest";
import { auditEntries } from "../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { changes as asked, paidOrder } from "../../tests/support/orders/delivered-order.ts";
import { distributeNews } from "../../tests/support/orders/order-news.ts";
import { ada, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import type { Database } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import { runDueJob } from "../platform/schedule/scheduled-jobs.server.ts";
import type { Actor } from "../policy/actor.ts";
import { findOrder } from "./find-order.ts";
import { placeOrder } from "./placing/place-order.ts";
import { askForChanges } from "./room/deliveries/delivery-answers.ts";
import { orderNewsJobs } from "./room/news/order-news.server.ts";
import { setOrderStatuses } from "./set-order-status.ts";
import { eventsOfOrder } from "./timeline/order-timeline.ts";
import { undoOrderStatuses } from "./undo-order-statuses.ts";

async function openOrders(database: Database) {
  const shop = await openShop(database);
  const ids: string[] = [];
  for (let count = 0; count < 2; count++) ids.push((await placeOrder(shop, ada, orderForm)).id);
  return {
    shop,
    ids,
    async set(orderStatus: string, orderIds = ids) {
      const { done } = await setOrderStatuses(shop, owner, { orderIds, orderStatus });
      return done.flatMap(({ changeId }) => changeId ?? []);
    },
    async undo(changeIds: readonly string[]) {
      const { done, failed } = await undoOrderStatuses(shop, owner, { changeIds });
      return { undone: done.length, reasons: failed.map(({ reason }) => reason) };
    },
    async statuses() {
      const orders = await Promise.all(ids.map((id) => findOrder(shop, owner, id)));
      return orders.map(({ orderStatus }) => orderStatus);
    },
    /** News about deliveries that waits to be emailed to the customers. */
    news: () =>
      database.read
        .selectFrom("order_news")
        .select(["id", "order_id as about"])
        .where("email", "=", "orderDelivered")
        .execute(),
  };
}

const othersChange = "Somebody else made this change, so you cannot undo it.";
const again = "The status of this order was changed again.";

describeOnEachDatabase("The undo of order status changes", (openDatabase) => {
  test("restores the status once, adds an order event, and withdraws the waiting emails", async () => {
    const { shop, ids, set, undo, statuses, news } = await openOrders(await openDatabase());
    const changes = await set("Delivered");
    expect(await news()).toHaveLength(2);
    shop.time.now += 10_000;
    expect(await runDueJob({ ...shop, handlers: orderNewsJobs(shop.post) })).toBe(false);
    expect(await undo(changes)).toEqual({ undone: 2, reasons: [] });
    expect(await statuses()).toEqual(["Pending", "Pending"]);
    expect(await news()).toEqual([]);
    expect(await undo(changes)).toEqual({ undone: 0, reasons: [again, again] });
    expect(await statuses()).toEqual(["Pending", "Pending"]);
    const events = await eventsOfOrder(shop.database.read, ids[0] ?? "");
    expect(events.map(({ order_status }) => order_status)).toEqual(["Delivered", "Pending"]);
    const actions = (await auditEntries(shop.database)).map(({ action }) => action);
    expect(actions.filter((action) => action === "Undo order status")).toHaveLength(2);
  });

  test("skips an order that was changed again, even to the same status", async () => {
    const { ids, set, undo, statuses } = await openOrders(await openDatabase());
    const changes = await set("Delivered");
    const first = ids.slice(0, 1);
    await set("Pending", first);
    await set("Delivered", first);
    expect(await undo(changes)).toEqual({ undone: 1, reasons: [again] });
    expect(await statuses()).toEqual(["Delivered", "Pending"]);
  });

  test("leaves an order Delivered if its customer already has the email", async () => {
    const { shop, ids, set, undo, statuses } = await openOrders(await openDatabase());
    const changes = await set("Delivered");
    await distributeNews(shop);
    const [first = ""] = ids;
    await shop.database.write((tx) =>
      tx.updateTable("mail_outbox").set({ state: "sent" }).where("about", "=", first).execute(),
    );
    const reasons = ["The customer has already got the email."];
    expect(await undo(changes)).toEqual({ undone: 1, reasons });
    expect(await statuses()).toEqual(["Delivered", "Pending"]);
    const mails = await shop.database.read
      .selectFrom("mail_outbox")
      .select("about")
      .where("letter", "=", "orderDelivered")
      .execute();
    expect(mails).toEqual([{ about: first }]);
  });

  test("makes an order Delivered again without a second email", async () => {
    const { set, undo, statuses, news } = await openOrders(await openDatabase());
    await set("Delivered");
    const mails = await news();
    const changes = await set("Pending");
    expect(await undo(changes)).toEqual({ undone: 2, reasons: [] });
    expect(await statuses()).toEqual(["Delivered", "Delivered"]);
    expect(await news()).toEqual(mails);
  });

  test("skips changes by the customer and by another admin", async () => {
    const { shop, id, deliver, stage } = await paidOrder(await openDatabase());
    const { changeId } = await deliver();
    const undo = (actor: Actor, change = "") =>
      undoOrderStatuses(shop, actor, { changeIds: [change] });
    const colleague = { ...owner, accountId: "account-col", email: "col@example.com" } as Actor;
    const theirs = { done: [], failed: [{ id: changeId, reason: othersChange }] };
    expect(await undo(colleague, changeId)).toEqual(theirs);
    expect(await stage()).toBe("in-review");
    await askForChanges(shop, ada, id, 1, { ...asked, key: newId() });
    const last = (await eventsOfOrder(shop.database.read, id)).at(-1)?.id;
    const failed = [{ id: last, reason: othersChange }];
    expect(await undo(owner, last)).toEqual({ done: [], failed });
    expect(await stage()).toBe("in-work");
    expect((await findOrder(shop, owner, id)).orderStatus).toBe("Pending");
  });

  test("is forbidden to customers, and rejects invalid input", async () => {
    const { shop, undo } = await openOrders(await openDatabase());
    const form = { changeIds: ["any"] };
    await expect(undoOrderStatuses(shop, ada, form)).rejects.toMatchObject({ code: "forbidden" });
    const unknown = ["any", "a\u0000"];
    const reason = "There is no such order.";
    expect(await undo(unknown)).toEqual({ undone: 0, reasons: [reason, reason] });
    for (const wrong of [null, { changeIds: [] }, { changeIds: [1] }]) {
      const undoing = undoOrderStatuses(shop, owner, wrong);
      await expect(undoing).rejects.toMatchObject({ code: "invalid" });
    }
  });
});
