import { expect, test } from "vitest";
import { readOrderMessages } from "#conversation/messages/read-order-messages.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { actorWithRole } from "#policy/actor.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { orderDeliveries } from "../deliveries/delivery-list.ts";
import { setOrderStatus } from "../deliveries/set-order-status.ts";
import { addOrderNote } from "../timeline/add-order-note.ts";
import { assignOrder, assignOrders, undoAssignments } from "./assign-order.ts";

const wim = actorWithRole("Worker", { accountId: "wim", email: "wim@example.com" });
const wanda = actorWithRole("Worker", { accountId: "wanda", email: "wanda@example.com" });
const manager = actorWithRole("Manager", { accountId: "max", email: "max@example.com" });
const people = [wim, wanda, manager].map(({ accountId, email }) => ({
  accountId,
  email,
  name: "",
}));

async function openWork(database: Database) {
  const { shop, id } = await orderIn("paid", database);
  const lockAssignee = async () => people;
  const assign = (assignee: string, seen?: string, actor = owner) =>
    assignOrder({ ...shop, lockAssignee }, actor, id, {
      assignee,
      ...(seen !== undefined && { seen }),
    });
  return { shop, id, assign, database };
}

describeOnEachDatabase("An assigned order", (openDatabase) => {
  test("opens its room for the assignee at once, and closes the room for the former assignee", async () => {
    const { shop, id, assign } = await openWork(await openDatabase());
    const read = (actor: typeof wim) => readOrderMessages(shop, actor, id, { side: "team" });
    await expect(read(wim)).rejects.toMatchObject({ code: "not-found" });
    await assign("wim");
    expect((await read(wim)).messages).toEqual([]);
    const { message } = await sendAs(wim);
    expect(message).toBe("We start.");
    await addOrderNote(shop, wim, id, { note: "Has a shop, too" });
    expect((await orderDeliveries(shop, wim, id)).promised.length).toBeGreaterThan(0);
    await assign("wanda");
    await expect(read(wim)).rejects.toMatchObject({ code: "not-found" });
    await expect(sendAs(wim)).rejects.toMatchObject({ code: "not-found" });
    await expectRefused("not-found", addOrderNote(shop, wim, id, { note: "x" }));
    expect((await read(wanda)).messages).toHaveLength(1);

    async function sendAs(actor: typeof wim) {
      const form = { text: "We start.", key: newId() };
      return { message: (await sendOrderMessage(shop, actor, id, form, "team")).text };
    }
  });

  test("shows the assignee no price and lets the assignee change no status", async () => {
    const { shop, id, assign } = await openWork(await openDatabase());
    await assign("wim");
    await expect(findOrder(shop, wim, id)).rejects.toMatchObject({ code: "not-found" });
    const status = setOrderStatus(shop, wim, id, { orderStatus: "Delivered" });
    await expect(status).rejects.toMatchObject({ code: "forbidden" });
  });

  test("is assigned by owners and managers only, and only to people who work on orders", async () => {
    const { assign } = await openWork(await openDatabase());
    await assign("wim", "", manager as typeof owner);
    for (const actor of [wim, ada]) {
      const refused = assign("wanda", undefined, actor as typeof owner);
      await expect(refused).rejects.toMatchObject({ code: "forbidden" });
    }
    await expect(assign("ada")).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: "assignee" }],
    });
  });

  test("keeps the first of two assignments that were chosen at the same time", async () => {
    const { assign, database } = await openWork(await openDatabase());
    const results = await Promise.allSettled([assign("wim", ""), assign("wanda", "")]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({
      reason: {
        code: "conflict",
        message: expect.stringMatching(/since been assigned to w\w+@example/),
      },
    });
    const assigned = (await auditEntries(database)).filter(
      ({ action }) => action === "Assign order",
    );
    expect(assigned).toHaveLength(1);
  });

  test("is assigned with others in one write, which an undo reverts before anybody is emailed", async () => {
    const { deps, ids, assigneesOf, mailsToWim, database } = await openSeveral(
      await openDatabase(),
    );
    const [first, second, third] = ids;
    await assignOrder(deps, owner, first, { assignee: "max" });
    const orders = [first, second, "gone"].map((orderId) => ({ orderId, assignee: "wim" }));
    let commits = 0;
    const counting = {
      ...deps,
      database: {
        ...database,
        write: (...of: Parameters<typeof database.write>) => {
          commits += 1;
          return database.write(...of);
        },
      } as typeof database,
    };
    const { done, failed } = await assignOrders(counting, owner, { orders });
    expect(commits).toBe(1);
    expect(failed).toEqual([{ id: "gone", reason: expect.stringContaining("no such order") }]);
    expect(await assigneesOf()).toEqual(["wim", "wim", null]);
    expect(await mailsToWim()).toHaveLength(2);

    await assignOrder(deps, owner, second, { assignee: "wanda" });
    const back = done.map(({ order, before }) => ({
      orderId: order.id,
      assignee: before ?? "",
      seen: "wim",
    }));
    const undone = await undoAssignments(deps, owner, { orders: back });
    expect(undone.done.map(({ order }) => order.id)).toEqual([first]);
    expect(undone.failed).toEqual([
      { id: second, reason: expect.stringContaining("since been assigned to wanda@example.com") },
    ]);
    expect(await assigneesOf()).toEqual(["max", "wanda", null]);
    expect(await mailsToWim()).toEqual([{ about: second }]);
    expect(third).not.toBe(second);
  });

  test("is assigned with others only by those who may assign, and only to people who work on orders", async () => {
    const { deps, ids, assigneesOf } = await openSeveral(await openDatabase());
    const orders = (assignee: string) => ({
      orders: ids.map((orderId) => ({ orderId, assignee })),
    });
    for (const actor of [wim, ada]) {
      const refused = assignOrders(deps, actor as typeof owner, orders("wim"));
      await expect(refused).rejects.toMatchObject({ code: "forbidden" });
    }
    const { done, failed } = await assignOrders(deps, owner, orders("ada"));
    expect([done, failed.length]).toEqual([[], 3]);
    expect(failed[0]?.reason).toContain("can no longer work on orders");
    await expectRefused("invalid", assignOrders(deps, owner, { orders: [] }));
    expect(await assigneesOf()).toEqual([null, null, null]);
  });
});

/** Three orders, and a team whose members are emailed at once. */
async function openSeveral(database: Database) {
  const opened = await openShop(database);
  const team = people.map((person) => ({ ...person, role: "Worker" as const }));
  const post = { ...opened.post, readTeam: async () => team };
  const deps = { ...opened, post, lockAssignee: async () => team };
  const place = async () => (await placeOrder(deps, ada, orderForm)).id;
  const ids = [await place(), await place(), await place()] as const;
  return {
    deps,
    ids,
    database,
    assigneesOf: () =>
      Promise.all(ids.map(async (id) => (await findOrder(deps, owner, id)).assigneeId)),
    mailsToWim: () =>
      database.read
        .selectFrom("mail_outbox")
        .select("about")
        .where("recipient", "=", "wim@example.com")
        .execute(),
  };
}
