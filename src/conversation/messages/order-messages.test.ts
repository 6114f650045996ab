import { describe, expect, test } from "vitest";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { personalOrders } from "#orders/personal-orders.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { type Actor, visitor } from "#policy/actor.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { personalRecords } from "../../../tests/support/databases/personal-records.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { orderNewsJobs } from "../news/order-news.server.ts";
import type { Side } from "../order-message-tables.server.ts";
import { editOrderMessage } from "./edit-order-message.ts";
import { personalOrderMessages } from "./personal-order-messages.server.ts";
import {
  closeWithoutAnswer,
  listWaitingOrders,
  markOrderMessagesRead,
  mostUnread,
  readOrderMessages,
} from "./read-order-messages.ts";
import { sendOrderMessage } from "./send-order-message.ts";

const minuteMs = 60_000;
const colleague: Actor = { kind: "admin", accountId: "account-col", email: "col@example.com" };

async function openRoom(database: Database) {
  const shop = await openShop(database);
  const order = await placeOrder(shop, ada, orderForm);
  const pay = () => {
    const payment = { amount: "149.00", date: "2026-11-20", reference: "Transfer 1", key: newId() };
    return recordManualPayment(shop, owner, order.id, payment);
  };
  const refund = () => {
    const back = { amount: "149.00", date: "2026-11-20", reference: "Back 1", key: newId() };
    return shop.database.read
      .selectFrom("payment_ledger")
      .select("transaction_id")
      .where("kind", "=", "payment")
      .executeTakeFirstOrThrow()
      .then(({ transaction_id: transactionId }) =>
        recordManualRefund(shop, owner, order.id, { ...back, transactionId }),
      );
  };
  const say = (
    actor: Actor,
    text: string,
    { key = newId(), side }: { key?: string; side?: Side } = {},
  ) => sendOrderMessage(shop, actor, order.id, { text, key }, side);
  const texts = async (actor: Actor) =>
    (await readOrderMessages(shop, actor, order.id)).messages.map(({ text }) => text);
  const handlers = orderNewsJobs(shop.post);
  const runDueJobs = async () => {
    while (await runDueJob({ ...shop, handlers }));
  };
  /** Emails about messages, oldest first. */
  const mails = async () => {
    const rows = await database.read
      .selectFrom("mail_outbox")
      .select(["recipient", "subject", "text_body as text"])
      .where("letter", "in", ["orderMessage", "orderMessageOwner"])
      .orderBy("id")
      .execute();
    return rows;
  };
  return { shop, database, order, pay, refund, say, texts, runDueJobs, mails };
}

describeOnEachDatabase("The messages of an order", (openDatabase) => {
  const open = async () => {
    const room = await openRoom(await openDatabase());
    await room.pay();
    return room;
  };

  test("are written by its customer and by admins, and read by both in the same sequence", async () => {
    const { shop, order, say } = await open();
    await say(ada, "  The bakery moved.\r\nThe old address\nstays.  ");
    shop.time.now += minuteMs;
    await say(owner, "Thank you. https://example.com/map");
    const forCustomer = await readOrderMessages(shop, ada, order.id);
    expect(forCustomer.messages).toMatchObject([
      { number: 1, side: "customer", text: "The bakery moved.\nThe old address\nstays." },
      { number: 2, side: "team", text: "Thank you. https://example.com/map", editedAt: null },
    ]);
    // A customer sees no address of an admin.
    expect(JSON.stringify(forCustomer.messages)).not.toContain("own@example.com");
    const forTeam = await readOrderMessages(shop, colleague, order.id);
    expect(forTeam.messages[1]).toMatchObject({ author: "own@example.com", number: 2 });
  });

  test("are hidden from other customers, for whom the order is an unknown order", async () => {
    const { shop, order, say } = await open();
    const { id } = await say(ada, "A secret");
    const unknown = readOrderMessages(shop, ben, "unknown").catch((error) => error.message);
    const attempts = (actor: Actor, orderId = order.id) => [
      () => readOrderMessages(shop, actor, orderId),
      () => sendOrderMessage(shop, actor, orderId, { text: "Hello", key: newId() }),
      () => sendOrderMessage(shop, actor, orderId, {}),
      () => editOrderMessage(shop, actor, orderId, id, { text: "Hello", version: 1 }),
      () => markOrderMessagesRead(shop, actor, orderId, { through: 1 }),
    ];
    for (const attempt of [
      ...attempts(ben),
      ...attempts(ben, "unknown"),
      ...attempts(owner, "x\u0000"),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "not-found", message: await unknown });
    }
    for (const attempt of attempts(visitor)) {
      await expect(attempt()).rejects.toMatchObject({ code: "unauthenticated" });
    }
    await expectRefused(
      "forbidden",
      sendOrderMessage(shop, ada, order.id, { text: "Hi", key: newId() }, "team"),
    );
    await expectRefused(
      "not-found",
      sendOrderMessage(shop, owner, order.id, { text: "Hi", key: newId() }, "customer"),
    );
    await expect(listWaitingOrders(shop, ada, 3)).rejects.toMatchObject({ code: "forbidden" });
    await expectRefused("forbidden", closeWithoutAnswer(shop, ada, order.id, { through: 1 }));
    expect((await readOrderMessages(shop, ada, order.id)).messages).toHaveLength(1);
  });

  test("are stored once for each form, also if it arrives twice at once", async () => {
    const { shop, order, say, texts } = await open();
    const key = newId();
    const sent = await Promise.all([1, 2, 3, 4].map(() => say(ada, "Once", { key })));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    await expect(say(ada, "Another text", { key })).rejects.toMatchObject({ code: "key-reused" });
    // The key belongs to an account, so it does not stop another person.
    await say(owner, "Once", { key });
    expect(await texts(ada)).toEqual(["Once", "Once"]);
    const edited = await editOrderMessage(shop, ada, order.id, sent[0]?.id ?? "", {
      text: "Once and for all",
      version: sent[0]?.createdAt,
    });
    expect(await say(ada, "Once", { key })).toEqual(edited);
  });

  test("are numbered without gaps when both sides write at the same time", async () => {
    const { shop, order, say } = await open();
    const both = Array.from({ length: 10 }, (_, n) =>
      say(n % 2 === 0 ? ada : owner, `Message ${n}`),
    );
    await Promise.all(both);
    const { messages } = await readOrderMessages(shop, ada, order.id);
    expect(messages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("cannot be written before the payment, and after a refund they can only be read", async () => {
    const { shop, order, pay, refund, say, texts } = await openRoom(await openDatabase());
    await expect(say(ada, "Hello")).rejects.toMatchObject({ code: "conflict" });
    await cancelOrder(shop, ada, order.id);
    await expect(say(owner, "Hello")).rejects.toThrow("once the order is paid");
    expect(await texts(ada)).toEqual([]);
    await pay();
    const { id, createdAt: version } = await say(ada, "It began.");
    await refund();
    await expect(say(ada, "And then?")).rejects.toThrow("This order was refunded");
    await expect(say(owner, "And then?")).rejects.toMatchObject({ code: "conflict" });
    const edit = editOrderMessage(shop, ada, order.id, id, { text: "It ended.", version });
    await expect(edit).rejects.toMatchObject({ code: "conflict" });
    expect(await texts(ada)).toEqual(["It began."]);
    expect(await texts(owner)).toEqual(["It began."]);
  });

  test("of a customer are limited to 60 an hour; repeated forms and the team do not count", async () => {
    const { shop, order, texts } = await open();
    const limited = { ...shop, configuration: { rateLimitFactor: 1 } };
    const say = (actor: Actor, key = newId()) =>
      sendOrderMessage(limited, actor, order.id, { text: "More", key });
    for (let n = 0; n < 60; n += 1) {
      const key = newId();
      await say(ada, key);
      await say(ada, key);
    }
    await expect(say(ada)).rejects.toMatchObject({ code: "too-many" });
    await say(owner);
    shop.time.now += 60 * minuteMs;
    await say(ada);
    expect(await texts(ada)).toHaveLength(50);
    const { lastNumber } = await readOrderMessages(shop, ada, order.id);
    expect(lastNumber).toBe(62);
  });

  test("can be changed by their author for 15 minutes, and show that they were changed", async () => {
    const { shop, order, say, texts } = await open();
    const sent = await say(ada, "Teh bakery");
    const change = (actor: Actor, text: string, version: number) =>
      editOrderMessage(shop, actor, order.id, sent.id, { text, version });
    shop.time.now += minuteMs;
    const changed = await change(ada, "The bakery", sent.createdAt);
    expect(changed).toMatchObject({ text: "The bakery", editedAt: shop.time.now });
    for (const other of [owner, colleague]) {
      await expectRefused("forbidden", change(other, "Ours", shop.time.now));
    }
    // The form of another tab still shows the first text.
    await expectRefused("conflict", change(ada, "A bakery", sent.createdAt));
    // A repeated submit of the saved text is no conflict.
    expect(await change(ada, "The bakery", sent.createdAt)).toEqual(changed);
    shop.time.now = sent.createdAt + 15 * minuteMs;
    const again = await change(ada, "The bakeries", changed.editedAt ?? 0);
    shop.time.now += 1;
    await expect(change(ada, "Late", again.editedAt ?? 0)).rejects.toThrow("15 minutes");
    expect(await texts(owner)).toEqual(["The bakeries"]);
    await expectRefused(
      "not-found",
      editOrderMessage(shop, ada, order.id, "unknown", { text: "x", version: 1 }),
    );
  });

  test("keep one of two changes that are saved at the same time", async () => {
    const { shop, order, say, texts } = await open();
    const { id, createdAt: version } = await say(owner, "Draft");
    const changes = ["One", "Two"].map((text) =>
      editOrderMessage(shop, owner, order.id, id, { text, version }),
    );
    const results = await Promise.allSettled(changes);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [kept] = results.flatMap((one) => (one.status === "fulfilled" ? one.value.text : []));
    expect(await texts(ada)).toEqual([kept]);
  });

  test("of the team are in the audit log without their text; those of customers are not", async () => {
    const { shop, order, say } = await open();
    await say(ada, "Hello");
    const { id, createdAt: version } = await say(owner, "We start on Monday");
    await editOrderMessage(shop, owner, order.id, id, { text: "We start on Tuesday", version });
    const entries = (await auditEntries(shop.database)).filter(({ action }) =>
      /message/.test(action),
    );
    expect(entries.map(({ action }) => action)).toEqual([
      "Send order message",
      "Change order message",
    ]);
    expect(JSON.stringify(entries)).not.toContain("day");
  });

  test("are unread until the other side has opened them, and never become unread again", async () => {
    const { shop, order, say } = await open();
    const unread = async (actor: Actor) => (await readOrderMessages(shop, actor, order.id)).unread;
    await say(ada, "One");
    await say(owner, "Two");
    await say(ada, "Three");
    expect([await unread(ada), await unread(owner)]).toEqual([1, 2]);
    const mark = (actor: Actor, through: number) =>
      markOrderMessagesRead(shop, actor, order.id, { through });
    await mark(owner, 1);
    expect([await unread(ada), await unread(colleague)]).toEqual([1, 1]);
    await Promise.all([mark(owner, 3), mark(owner, 2)]);
    await mark(owner, 99);
    expect([await unread(ada), await unread(owner)]).toEqual([1, 0]);
    await say(ada, "Four");
    expect(await unread(owner)).toBe(1);
    expect((await readOrderMessages(shop, owner, order.id)).readThrough).toBe(3);
  });

  test("are read in pages of 50", async () => {
    const { shop, order, say, database } = await open();
    await say(owner, "The first");
    const rows = Array.from({ length: 198 }, (_, n) => ({
      id: newId(),
      order_id: order.id,
      number: n + 2,
      side: "team" as const,
      account_id: "account-own",
      author: "own@example.com",
      text: `Text ${n + 2}`,
      form_key: newId(),
      created_at: shop.time.now,
      edited_at: null,
    }));
    await database.write(async (tx) => {
      await tx.insertInto("order_messages").values(rows).execute();
      await tx.updateTable("order_rooms").set({ last_number: 199 }).execute();
    });
    await say(owner, "The last");
    const newest = await readOrderMessages(shop, ada, order.id);
    expect(newest).toMatchObject({ unread: mostUnread, olderBefore: 151, lastNumber: 200 });
    expect(newest.messages).toHaveLength(50);
    expect(newest.messages.at(-1)?.text).toBe("The last");
    const older = await readOrderMessages(shop, ada, order.id, { before: 151 });
    expect(older.messages.map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_, n) => 101 + n),
    );
    const oldest = await readOrderMessages(shop, ada, order.id, { before: 51 });
    expect(oldest).toMatchObject({ olderBefore: null });
    expect(oldest.messages[0]?.text).toBe("The first");
  });

  describe("wait for an answer", () => {
    test("until an admin closes them without an answer, unless the customer has written again meanwhile", async () => {
      const { shop, order, say } = await open();
      await say(ada, "Thank you!");
      await say(ada, "One more question");
      await closeWithoutAnswer(shop, owner, order.id, { through: 1 });
      for (const through of ["99999999999999999999", "1e400", "1.5", "x", -1e30, undefined]) {
        await expectRefused("invalid", closeWithoutAnswer(shop, owner, order.id, { through }));
      }
      expect(await listWaitingOrders(shop, owner, 3)).toHaveLength(1);
      await Promise.all(
        [1, 2].map(() => closeWithoutAnswer(shop, owner, order.id, { through: 2 })),
      );
      expect(await listWaitingOrders(shop, owner, 3)).toEqual([]);
      const entries = await auditEntries(shop.database);
      expect(entries.filter(({ action }) => /answer/.test(action))).toHaveLength(1);
    });
  });

  describe("are emailed", () => {
    test("to the owner two minutes after the customer wrote: several messages in one email", async () => {
      const { shop, say, runDueJobs, mails } = await open();
      await say(ada, "The old address\nof the bakery");
      shop.time.now += 2 * minuteMs - 1;
      await say(ada, "should lead to {plan} <b>.");
      await runDueJobs();
      expect(await mails()).toEqual([]);
      shop.time.now += 1;
      await runDueJobs();
      await runDueJobs();
      const [mail, ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail).toMatchObject({
        recipient: "own@example.com",
        subject: expect.stringMatching(/^Ada Field wrote about order \d+$/),
        text: expect.stringContaining(
          "The old address\nof the bakery\n\nshould lead to {plan} <b>.",
        ),
      });
    });

    test("once, also if several processes find the email due", async () => {
      const { shop, say, runDueJobs, mails } = await open();
      await say(owner, "Hello");
      shop.time.now += 2 * minuteMs;
      await Promise.all([runDueJobs(), runDueJobs(), runDueJobs()]);
      expect(await mails()).toHaveLength(1);
    });
  });

  test("stay without the customer's name after the account is deleted, wait for no answer and cannot be answered", async () => {
    const { shop, database, order, say, runDueJobs, mails } = await open();
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    await say(ada, "The bakery moved.");
    await say(owner, "Thank you.");
    await say(ada, "Anything else?");
    const told = await personalRecords(database, personalOrderMessages);
    expect(told).toMatchObject([
      { order: order.number, from: "customer", text: "The bakery moved.", editedAt: null },
      { from: "team", text: "Thank you." },
      { from: "customer", text: "Anything else?" },
    ]);
    expect(JSON.stringify(told)).not.toContain("own@example.com");
    await database.write(async (tx) => {
      for (const data of [personalOrders, personalOrderMessages]) await data.forget(tx, person);
    });
    const conversation = await readOrderMessages(shop, owner, order.id);
    expect(conversation.messages.map(({ text }) => text)).toContain("The bakery moved.");
    expect(conversation.order.customerName).toBe("Deleted customer");
    expect(JSON.stringify(conversation)).not.toMatch(/ada@example|Ada Field/);
    expect(await listWaitingOrders(shop, owner, 3)).toEqual([]);
    await expect(say(owner, "Hello?")).rejects.toThrow("The customer has deleted the account");
    shop.time.now += 2 * minuteMs;
    await runDueJobs();
    expect(await mails()).toEqual([]);
  });
});
