import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { addCoupon } from "../../tests/support/orders/coupons.ts";
import {
  ada,
  fieldsOf,
  formHeaders,
  notificationFor,
  openShop,
  orderForm,
  owner,
} from "../../tests/support/orders/shop.ts";
import { offerTransfers } from "../../tests/support/payments/bank-account.ts";
import { saveMailChoice } from "../conversation/news/mail-choice.ts";
import { hasWritten } from "../inbox/messages/has-written.server.ts";
import { storeMessage } from "../inbox/messages/receive-message.ts";
import { cancelForCustomer } from "../money/cancelling/cancel-for-customer.ts";
import { declineOrder } from "../money/cancelling/decline-order.ts";
import { correctOrder } from "../money/correcting/correct-order.ts";
import { recordManualPayment } from "../money/manual-payments/record-manual-payment.ts";
import { chooseBankTransfer } from "../money/paying/choose-bank-transfer.ts";
import { handleReturn, startPayment } from "../money/paying/start-payment.ts";
import { endCoupon } from "../orders/coupons/manage-coupons.ts";
import { pageOfCouponUses, readCoupon } from "../orders/coupons/read-coupons.ts";
import { findOrder } from "../orders/find-order.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import type { Database } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import { type JobHandlers, runDueJob } from "../platform/schedule/scheduled-jobs.server.ts";
import { type LinkActor, system, visitor } from "../policy/actor.ts";
import { storeSetting } from "../settings/store-setting.server.ts";
import { orderTimeline } from "../work/timeline/order-timeline.ts";
import { leftOrderJobs, plannedReminder } from "./left-orders.ts";
import { couponJobs } from "./unpaid-coupons.server.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;

/** A shop whose owner has chosen how many reminders are sent. */
async function openLeft(database: Database, choice = "two") {
  const shop = await openShop(database);
  const { time } = shop;
  const begin = time.now;
  const choose = (value: string) =>
    database.write((tx) =>
      storeSetting(tx, { actor: system, at: time.now, name: "paymentReminders", value }),
    );
  await choose(choice);
  const handlers: JobHandlers = {
    ...leftOrderJobs({ post: shop.post, payments: shop.payments, hasWritten }),
    ...couponJobs,
  };
  const runAll = async () => {
    while (await runDueJob({ ...shop, handlers }));
  };
  const rows = () =>
    database.read
      .selectFrom("mail_outbox")
      .select(["id", "recipient", "text_body", "secrets", "due_at", "about"])
      .where("letter", "=", "paymentReminder")
      .orderBy("id")
      .execute();
  return {
    ...shop,
    shop,
    handlers,
    runAll,
    choose,
    place: () => placeOrder(shop, ada, orderForm),
    /** Moves the clock to this time after the opening, and runs what is due. */
    async at(ms: number) {
      time.now = begin + ms;
      await runAll();
    },
    reminders: rows,
    count: async () => (await rows()).length,
    jobs: async () =>
      (await database.read.selectFrom("scheduled_jobs").select("kind").execute())
        .map(({ kind }) => kind)
        .filter((kind) => Object.hasOwn(handlers, kind)),
  };
}

const tokenAfter = (text: string, words: string) =>
  new RegExp(`${words}[^]*?order-link\\?token=([\\w-]+)`).exec(text)?.[1] ?? "";

describeOnEachDatabase("An order that was left before paying", (openDatabase) => {
  test("is asked about after a day and after three days, and then no more", async () => {
    const { at, place, count, jobs, reminders, shop } = await openLeft(await openDatabase());
    const { id } = await place();
    const planned = () => plannedReminder(shop.database.read, id);
    const begin = shop.time.now;
    expect(await planned()).toBe(begin + dayMs);
    await at(dayMs - 1);
    expect(await count()).toBe(0);
    await at(dayMs);
    expect(await count()).toBe(1);
    expect(await planned()).toBe(begin + 3 * dayMs);
    await at(3 * dayMs - 1);
    expect(await count()).toBe(1);
    await at(3 * dayMs);
    expect(await count()).toBe(2);
    await at(40 * dayMs);
    expect(await count()).toBe(2);
    expect(await jobs()).toEqual([]);
    expect(await planned()).toBeNull();
    const [first] = await reminders();
    expect(first).toMatchObject({ recipient: "ada@example.com", about: id });
    expect(first?.text_body).toMatch(/we have not received a\s+payment/);
    const declined = tokenAfter(first?.text_body ?? "", "No, thank you:");
    expect(declined).toHaveLength(43);
    expect(JSON.parse(first?.secrets ?? "[]")).toContain(declined);
    expect(first?.text_body).toContain("/account/emails");
    const entries = await orderTimeline(shop, owner, id, "admin");
    const letters = entries.flatMap((entry) => (entry.kind === "mail" ? entry.mail.letter : []));
    expect(letters.filter((letter) => letter === "paymentReminder")).toHaveLength(2);
  });

  test.each([
    ["none", 0],
    ["one", 1],
    ["two", 2],
  ])("is asked about as often as the owner has chosen: %s", async (choice, sent) => {
    const { at, place, count } = await openLeft(await openDatabase(), choice);
    await place();
    await at(dayMs);
    await at(4 * dayMs);
    expect(await count()).toBe(sent);
  });

  test("is asked about no more when the owner switches the emails off, and never if it was placed before", async () => {
    const { at, place, count, choose, database } = await openLeft(await openDatabase());
    const { id } = await place();
    await at(dayMs);
    await choose("none");
    expect(await plannedReminder(database.read, id)).toBeNull();
    await at(3 * dayMs);
    expect(await count()).toBe(1);
    await place();
    await choose("two");
    await at(10 * dayMs);
    expect(await count()).toBe(1);
  });

  test("is asked about once by many workers, also when a process dies at the end of its work", async () => {
    const { at, place, count, shop, handlers, time, jobs } = await openLeft(await openDatabase());
    await place();
    time.now += dayMs;
    let deaths = 0;
    const dying = Object.fromEntries(
      Object.entries(handlers).map(([kind, handler]) => [
        kind,
        async (...run: Parameters<typeof handler>) => {
          await handler(...run);
          deaths += 1;
          throw new Error("The process has died.");
        },
      ]),
    );
    await runDueJob({ ...shop, handlers: dying });
    expect([deaths, await count()]).toEqual([1, 0]);
    time.now += 15 * minuteMs;
    await Promise.all(Array.from({ length: 8 }, () => runDueJob({ ...shop, handlers })));
    expect(await count()).toBe(1);
    expect(await jobs()).toHaveLength(1);
    // A process that was stopped for days sends the second email a day after the first.
    await at(3 * dayMs);
    await at(3 * dayMs + 1);
    expect(await count()).toBe(2);
  });

  test("is not asked about twice at once after a stop of days", async () => {
    const { at, place, count } = await openLeft(await openDatabase());
    await place();
    await at(6 * dayMs);
    expect(await count()).toBe(1);
    await at(7 * dayMs);
    expect(await count()).toBe(2);
  });

  test("with a coupon is asked about only with a place for it, which it then has for 48 hours", async () => {
    const all = await openLeft(await openDatabase());
    const { at, count, shop, reminders } = all;
    const { id } = await addCoupon(shop, { mostInAll: 1, mostPerCustomer: "" });
    const order = await placeOrder(shop, ada, { ...orderForm, coupon: "SPRING20" });
    const uses = async () => {
      const { taken, over, givenBack } = await readCoupon(shop, owner, id);
      return { taken, over, givenBack };
    };
    await at(2 * dayMs);
    expect(await uses()).toEqual({ taken: 0, over: 0, givenBack: 1 });
    await at(3 * dayMs);
    expect(await count()).toBe(2);
    expect((await reminders()).at(-1)).toMatchObject({ about: order.id });
    expect(await uses()).toEqual({ taken: 1, over: 0, givenBack: 0 });
    await expect(placeOrder(shop, ada, { ...orderForm, coupon: "SPRING20" })).rejects.toThrow(
      "used up",
    );
    await at(5 * dayMs);
    expect(await uses()).toEqual({ taken: 0, over: 0, givenBack: 1 });
  });

  test("with a coupon that has ended since is not asked about again", async () => {
    const { at, count, shop } = await openLeft(await openDatabase());
    const { id } = await addCoupon(shop);
    await placeOrder(shop, ada, { ...orderForm, coupon: "SPRING20" });
    await at(2 * dayMs);
    await endCoupon(shop, owner, id);
    await at(3 * dayMs);
    expect(await count()).toBe(1);
  });

  test("with a coupon whose place is another order's by now is not asked about again", async () => {
    const { at, count, shop } = await openLeft(await openDatabase());
    const { id } = await addCoupon(shop, { mostInAll: 1 });
    await placeOrder(shop, ada, { ...orderForm, coupon: "SPRING20" });
    await at(2 * dayMs);
    const other = { ...ada, accountId: "account-other", email: "other@example.com" };
    const taken = await placeOrder(shop, other, { ...orderForm, coupon: "SPRING20" });
    await at(3 * dayMs);
    // The reminder of the other order is the second email.
    expect(await count()).toBe(2);
    const { items } = await pageOfCouponUses(shop, owner, id, { page: 1, pageSize: 10 });
    expect(items.map(({ order, standing }) => [order.id === taken.id, standing])).toEqual([
      [true, "taken"],
      [false, "given-back"],
    ]);
  });

  test("is not asked about while the checkout is open, the customer has just returned, or the provider works on the payment", async () => {
    const { at, place, count, shop, payments } = await openLeft(await openDatabase(), "one");
    const order = await place();
    shop.time.now += 23 * hourMs;
    const fields = fieldsOf(await startPayment(shop, ada, order.id));
    await at(dayMs);
    await at(46 * hourMs);
    await handleReturn(shop, ada, order, new URLSearchParams());
    await at(47 * hourMs + 1);
    expect(await count()).toBe(0);
    await at(60 * hourMs);
    const message = (status: string) => notificationFor(fields, { payment_status: status });
    await payments.receive(message("Pending"), formHeaders);
    await shop.verifyAll();
    for (const days of [4, 6, 8, 10]) await at(days * dayMs);
    expect(await count()).toBe(0);
    await payments.receive(message("Failed"), formHeaders);
    await shop.verifyAll();
    await at(11 * dayMs);
    expect(await count()).toBe(1);
  });

  test("is given up when a payment was on its way for two weeks", async () => {
    const { at, place, count, shop, payments, jobs } = await openLeft(await openDatabase());
    const order = await place();
    const fields = fieldsOf(await startPayment(shop, ada, order.id));
    await payments.receive(notificationFor(fields, { payment_status: "Pending" }), formHeaders);
    await shop.verifyAll();
    for (let days = 1; days < 16; days += 0.5) await at(days * dayMs);
    expect([await count(), await jobs()]).toEqual([0, []]);
  });

  test("is not asked about after a bank transfer was chosen, or when money has arrived that does not fit", async () => {
    const database = await openDatabase();
    const { at, place, count, shop, payments } = await openLeft(database);
    await offerTransfers(database);
    const transferred = await place();
    await chooseBankTransfer(shop, ada, transferred.id);
    const other = await place();
    const fields = fieldsOf(await startPayment(shop, ada, other.id));
    await payments.receive(notificationFor(fields, { mc_gross: "1.00" }), formHeaders);
    await shop.verifyAll();
    await at(3 * dayMs);
    await at(5 * dayMs);
    expect(await count()).toBe(0);
  });

  test("is not asked about after it was paid, and an unsent email is taken back", async () => {
    const { at, place, count, shop } = await openLeft(await openDatabase());
    const { id } = await place();
    await at(dayMs);
    expect(await count()).toBe(1);
    const payment = { amount: "149.00", date: "2026-11-21", reference: "R1", key: newId() };
    await recordManualPayment(shop, owner, id, payment);
    expect(await count()).toBe(0);
    await at(4 * dayMs);
    expect(await count()).toBe(0);
  });

  test("loses the unsent email when the customer comes back to pay", async () => {
    const { at, place, count, shop } = await openLeft(await openDatabase());
    const { id } = await place();
    await at(dayMs);
    await startPayment(shop, ada, id);
    expect(await count()).toBe(0);
  });

  const stops: Readonly<
    Record<string, (left: Awaited<ReturnType<typeof openLeft>>, id: string) => Promise<unknown>>
  > = {
    "it was cancelled": ({ shop }, id) => cancelForCustomer(shop, owner, id),
    "its customer has changed it": ({ shop }, id) => {
      const { customerName, customerCountry } = orderForm;
      const changed = { customerName, customerCountry, customerAddress: "2 Long Acre", seen: 0 };
      return correctOrder(shop, ada, id, changed);
    },
    "its customer has used the contact form": ({ database, post }) =>
      database.write((tx) =>
        storeMessage(tx, post, {
          name: "Ada",
          email: "Ada@Example.com",
          number: "",
          subject: "My order",
          message: "I am not sure yet.",
        }),
      ),
    "its customer has answered by email": ({ database, time }, id) =>
      database.write((tx) =>
        tx
          .insertInto("incoming_mails")
          .values(incoming(id, time.now, "closed"))
          .execute(),
      ),
    "its account was deleted": ({ database }, id) =>
      database.write((tx) =>
        tx.updateTable("orders").set({ customer_email: "" }).where("id", "=", id).execute(),
      ),
    "its customer wants no emails about orders": ({ shop }) =>
      saveMailChoice(shop, ada, { choice: "never" }),
  };

  test.each(Object.keys(stops))("is not asked about when %s", async (why) => {
    const left = await openLeft(await openDatabase());
    const { id } = await left.place();
    await left.at(hourMs);
    await stops[why]?.(left, id);
    await left.at(dayMs);
    await left.at(4 * dayMs);
    expect(await left.count()).toBe(0);
  });

  test("is asked about after an automatic answer of a mailbox", async () => {
    const { at, place, count, database, time } = await openLeft(await openDatabase());
    const { id } = await place();
    await database.write((tx) =>
      tx
        .insertInto("incoming_mails")
        .values(incoming(id, time.now, "automatic"))
        .execute(),
    );
    await at(dayMs);
    expect(await count()).toBe(1);
  });

  test("is cancelled once by “No, thank you”, and by no other link", async () => {
    const { at, place, reminders, shop, database } = await openLeft(await openDatabase());
    const { id } = await place();
    await at(dayMs);
    const text = (await reminders())[0]?.text_body ?? "";
    const token = tokenAfter(text, "No, thank you:");
    expect(tokenAfter(text, "See and pay your order")).not.toBe(token);
    const status = async () => (await findOrder(shop, ada, id)).paymentStatus;
    expect(token).toHaveLength(43);
    await expect(declineOrder(shop, visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(declineOrder(shop, link(id, "payment"))).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await status()).toBe("UnPaid");
    const actor = link(id);
    await Promise.all([declineOrder(shop, actor), declineOrder(shop, actor)]);
    expect(await status()).toBe("Cancelled");
    const told = await database.read
      .selectFrom("mail_outbox")
      .select("id")
      .where("letter", "=", "paymentCancelled")
      .execute();
    expect(told).toHaveLength(1);
  });

  test("stays paid when “No, thank you” comes after the payment", async () => {
    const { place, shop } = await openLeft(await openDatabase());
    const { id } = await place();
    const payment = { amount: "149.00", date: "2026-11-20", reference: "R1", key: newId() };
    await recordManualPayment(shop, owner, id, payment);
    await expect(declineOrder(shop, link(id))).rejects.toMatchObject({ code: "conflict" });
    expect((await findOrder(shop, ada, id)).paymentStatus).toBe("Paid");
  });
});

const link = (orderId: string, purpose: LinkActor["purpose"] = "decline"): LinkActor => ({
  kind: "link",
  purpose,
  orderId,
  accountId: "account-ada",
  email: "ada@example.com",
  visitId: "visit",
  isProven: false,
});

function incoming(orderId: string, at: number, reason: "closed" | "automatic") {
  const id = newId();
  return {
    id,
    mail_key: id,
    content_hash: id,
    received_at: at,
    sender: "ada@example.com",
    sender_key: "ada@example.com",
    subject: "Re: Your order",
    original: "Not yet.",
    text: "Not yet.",
    attachments: 0,
    state: reason === "closed" ? ("waiting" as const) : ("dropped" as const),
    reason,
    order_id: orderId,
    side: "customer" as const,
    order_message_id: null,
    decided_at: null,
    decided_by: null,
  };
}
