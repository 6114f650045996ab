import fc from "fast-check";
import { expect, test } from "vitest";
import { briefQuestions } from "#content/blocks/brief-questions.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { readOrderMessages } from "#conversation/messages/read-order-messages.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { stopWaiting } from "#conversation/messages/stop-waiting.ts";
import { orderNewsJob, orderNewsJobs } from "#conversation/news/order-news.server.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { type Actor, system } from "#policy/actor.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { changes as asked, orderIn, proofs } from "../../../tests/support/orders/order-in-stage.ts";
import { distributeNews } from "../../../tests/support/orders/order-news.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { skipBrief, startWork } from "../brief/handle-order-brief.ts";
import { orderBrief } from "../brief/read-order-brief.ts";
import { sendBrief } from "../brief/save-order-brief.ts";
import { orderStandings } from "../clock/order-standings.server.ts";
import { eventsOfOrder } from "../status/order-events.server.ts";
import { orderTimeline } from "../timeline/order-timeline.ts";
import { acceptDelivery, askForChanges } from "./delivery-answers.ts";
import { orderDeliveries } from "./delivery-list.ts";
import { deliverOrder } from "./delivery-order.ts";
import { setOrderStatus, setOrderStatuses } from "./set-order-status.ts";
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
const undoneAlready = "This change was undone already.";

describeOnEachDatabase("The undo of order status changes", (openDatabase) => {
  test("restores the status once, and withdraws the waiting emails", async () => {
    const { shop, ids, set, undo, statuses, news } = await openOrders(await openDatabase());
    const changes = await set("Delivered");
    expect(await news()).toHaveLength(2);
    shop.time.now += 10_000;
    expect(await runDueJob({ ...shop, handlers: orderNewsJobs(shop.post) })).toBe(false);
    expect(await undo(changes)).toEqual({ undone: 2, reasons: [] });
    expect(await statuses()).toEqual(["Pending", "Pending"]);
    expect(await news()).toEqual([]);
    expect(await undo(changes)).toEqual({ undone: 0, reasons: [undoneAlready, undoneAlready] });
    expect(await statuses()).toEqual(["Pending", "Pending"]);
    const events = await eventsOfOrder(shop.database.read, ids[0] ?? "");
    expect(events).toEqual([]);
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

  test("skips changes by the customer and by another admin", async () => {
    const { shop, id, deliver, stage } = await orderIn("paid", await openDatabase());
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
    const unknown = ["any", "x".repeat(101)];
    const reason = "There is no such order.";
    expect(await undo(unknown)).toEqual({ undone: 0, reasons: [reason, reason] });
    for (const wrong of [null, { changeIds: [] }, { changeIds: [1] }, { changeIds: ["a\u0000"] }]) {
      await expectRefused("invalid", undoOrderStatuses(shop, owner, wrong));
    }
  });
});

const steps = [
  ...(["ask", "answer", "stop waiting", "send brief", "skip brief"] as const),
  ...(["deliver", "deliver by status", "reopen by status", "accept", "ask for changes"] as const),
  ...(["start work", "undo a status", "undo a delivery", "wait a day", "refund"] as const),
];
type Step = (typeof steps)[number];

/** Shortest way to each stage from a placed order, beside random histories. */
const waysToStages: readonly (readonly [stage: string, isPaid: boolean, way: readonly Step[]])[] = [
  ["unpaid", false, []],
  ["awaiting-brief", true, []],
  ["ready", true, ["send brief"]],
  ["in-work", true, ["skip brief"]],
  ["in-work", true, ["send brief", "start work"]],
  ["waiting-for-customer", true, ["skip brief", "ask"]],
  ["in-review", true, ["skip brief", "ask", "deliver"]],
  ["accepted", true, ["skip brief", "deliver", "accept"]],
  ["in-work", true, ["skip brief", "deliver", "ask for changes"]],
  ["cancelled", true, ["skip brief", "refund"]],
];

describeOnEachDatabase("The undo of a change of the order status, in any stage", (openDatabase) => {
  async function openOrder(isPaid: boolean) {
    const shop = await openShop(await openDatabase());
    const by = { actor: system, author: "test", at: shop.clock() };
    const question = briefQuestions.seed[0];
    if (question === undefined) throw new Error("There are no questions.");
    const optional = { ...question, isRequired: "Optional" };
    await shop.database.write((tx) => insertRecord(tx, briefQuestions, optional, by));
    const { id } = await placeOrder(shop, ada, orderForm);
    const payment = { amount: "149.00", date: "2026-11-20", reference: "Transfer", key: "paid" };
    if (isPaid) await recordManualPayment(shop, owner, id, payment);
    const status = (orderStatus: string) => setOrderStatus(shop, owner, id, { orderStatus });
    const deliver = () => {
      const form = { text: "All is sown.", points: proofs, key: newId() };
      return deliverOrder(shop, owner, id, form);
    };
    const undo = async (changeId: string | null) => {
      const { failed } = await undoOrderStatuses(shop, owner, { changeIds: [changeId] });
      expect(failed).toEqual([]);
    };
    const underReview = async () => (await orderDeliveries(shop, ada, id)).underReview;
    const run: Readonly<Record<Step, () => Promise<unknown>>> = {
      ask: () =>
        sendOrderMessage(shop, owner, id, { text: "Which?", key: newId(), asks: true }, "team"),
      answer: () => sendOrderMessage(shop, ada, id, { text: "Green.", key: newId() }),
      "stop waiting": () => stopWaiting(shop, owner, id, { through: 9 }),
      "send brief": () => sendBrief({ ...shop, secret: "secret" }, ada, id),
      "skip brief": () => skipBrief(shop, owner, id),
      "start work": () => startWork(shop, owner, id),
      deliver,
      "deliver by status": () => status("Delivered"),
      "reopen by status": () => status("Pending"),
      accept: async () => acceptDelivery(shop, ada, id, (await underReview()) ?? 0),
      "ask for changes": async () =>
        askForChanges(shop, ada, id, (await underReview()) ?? 0, { ...asked, key: newId() }),
      "undo a status": async () => undo((await status("Delivered")).changeId),
      "undo a delivery": async () => undo((await deliver()).changeId),
      "wait a day": async () => {
        shop.time.now += 24 * 60 * 60_000;
      },
      refund: () =>
        recordManualRefund(shop, owner, id, {
          ...payment,
          key: newId(),
          transactionId: "paid",
        }),
    };
    return {
      shop,
      id,
      status,
      undo,
      deliver,
      async walk(way: readonly Step[]) {
        for (const step of way) {
          shop.time.now += 60_000;
          await run[step]().catch((error) => {
            // A step that this stage does not allow changes nothing.
            if (!(error instanceof AppError)) throw error;
          });
        }
      },
      /** All that both sides see of the order, and when its next jobs are due. */
      async state() {
        const { read } = shop.database;
        const order = await findOrder(shop, owner, id);
        const now = shop.time.now + 60_000;
        const calendar = { timeZone: "UTC", weekdays: [1, 2, 3, 4, 5], closedDays: [] };
        const options = { calendar, now };
        const standing = (await orderStandings(read, [order], options)).get(id);
        const jobs = await read
          .selectFrom("scheduled_jobs")
          .select(["kind", "scheduled_for"])
          // The news that the job would tell is withdrawn.
          .where("kind", "<>", orderNewsJob)
          .orderBy("kind")
          .execute();
        const marks = await read.selectFrom("orders").select("in_review").execute();
        const { deliveries, nextNumber, ...room } = await orderDeliveries(shop, owner, id);
        return {
          order,
          standing,
          jobs,
          marks,
          room,
          deliveries: deliveries.filter(({ isTakenBack }) => !isTakenBack),
          seenByCustomer: await orderDeliveries(shop, ada, id).then(
            ({ nextNumber: _, ...seen }) => seen,
          ),
          messages: await readOrderMessages(shop, ada, id),
          timeline: await orderTimeline(shop, owner, id, "admin"),
          brief: await orderBrief(shop, owner, id),
        };
      },
    };
  }

  async function expectReturn(order: Awaited<ReturnType<typeof openOrder>>): Promise<void> {
    const before = await order.state();
    const began = order.shop.time.now;
    const other = before.order.orderStatus === "Pending" ? "Delivered" : "Pending";
    const { changeId } = await order.status(other);
    order.shop.time.now = began + 10_000;
    await order.undo(changeId);
    order.shop.time.now = began;
    expect(await order.state()).toEqual(before);
  }

  test.each(waysToStages)("returns to the stage %s", async (stage, isPaid, way) => {
    const order = await openOrder(isPaid);
    await order.walk(way);
    expect((await order.state()).standing?.stage).toBe(stage);
    await expectReturn(order);
  });

  test(
    "returns to the state after any history",
    async () => {
      const ways = fc.array(fc.constantFrom(...steps), { maxLength: 10 });
      await fc.assert(
        fc.asyncProperty(ways, async (way) => {
          const order = await openOrder(true);
          await order.walk(way);
          await expectReturn(order);
        }),
        { numRuns: 8 },
      );
    },
    scaled(120_000),
  );

  test("keeps the text and the proofs of an undone delivery for the team, and the next delivery has a new number", async () => {
    const order = await openOrder(true);
    await order.walk(["skip brief", "ask", "undo a delivery"]);
    const { deliveries, nextNumber } = await orderDeliveries(order.shop, owner, order.id);
    expect(deliveries).toMatchObject([{ number: 1, text: "All is sown.", isTakenBack: true }]);
    expect(deliveries[0]?.points).toHaveLength(7);
    expect(nextNumber).toBe(2);
    expect((await orderDeliveries(order.shop, ada, order.id)).deliveries).toEqual([]);
    expect(await order.deliver()).toMatchObject({ number: 2 });
  });
});
