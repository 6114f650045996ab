import { expect, test } from "vitest";
import { briefQuestions } from "#content/blocks/brief-questions.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { dailyEmailJobs } from "#conversation/news/daily-email.server.ts";
import { saveMailChoice } from "#conversation/news/mail-choice.ts";
import { orderNewsJobs } from "#conversation/news/order-news.server.ts";
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
import { type Actor, system, visitor } from "#policy/actor.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { proofs } from "../../../tests/support/orders/delivered-order.ts";
import { distributeNews } from "../../../tests/support/orders/order-news.ts";
import {
  ada,
  ben,
  openShop,
  orderForm,
  orderInCheckout,
  owner,
} from "../../../tests/support/orders/shop.ts";
import { orderDeliveries } from "../deliveries/delivery-list.ts";
import { deliverOrder } from "../deliveries/delivery-order.ts";
import { setOrderStatus } from "../deliveries/set-order-status.ts";
import { orderTimeline } from "../timeline/order-timeline.ts";
import { beginBrief } from "./begin-brief.server.ts";
import { briefJobs } from "./brief-reminders.ts";
import { acknowledgeBrief, skipBrief, startWork } from "./handle-order-brief.ts";
import { personalBriefs } from "./personal-briefs.server.ts";
import { listBriefTasks, orderBrief } from "./read-order-brief.ts";
import { saveBriefAnswers, sendBrief } from "./save-order-brief.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Answers to the required demonstration questions, by the words of the question. */
const required = {
  "Which website should we work on?": "https://example.com",
  "What do you sell, and who buys it?": "Bread, to the village.",
  "Where are your customers?": "In one country",
  "What should more visitors do?": "Call\nVisit us",
};
type Typed = Readonly<Record<string, string>>;

async function openBriefs(database: Database) {
  const shop = await openShop(database);
  const by = { actor: system, author: "test", at: shop.clock() };
  const ids = new Map<string, string>();
  await database.write(async (tx) => {
    for (const values of briefQuestions.seed) {
      const { _id: id } = await insertRecord(tx, briefQuestions, values, by);
      ids.set(values.question, id);
    }
  });
  const { post } = shop;
  const handlers = { ...briefJobs, ...orderNewsJobs(post), ...dailyEmailJobs(post) };

  async function pay(orderId: string) {
    const payment = { amount: "149.00", date: "2026-11-20", reference: "Transfer" };
    return recordManualPayment(shop, owner, orderId, { ...payment, key: `paid-${orderId}` });
  }

  /** A paid order of the Basic plan. */
  async function ordered(customer: Actor = ada, details: Typed = {}) {
    const { id } = await placeOrder(shop, customer, { ...orderForm, ...details });
    await pay(id);
    const brief = async (actor: Actor = customer) => {
      const found = await orderBrief(shop, actor, id);
      if (found === null) throw new Error("The order has no brief.");
      return found;
    };
    /** The form of a page: answers by question, with the versions that the page shows now. */
    const page = async () => {
      const { questions } = await brief();
      const versions = Object.fromEntries(questions.map((one) => [one.id, one.version]));
      return (answers: Typed) => ({
        answers: Object.fromEntries(
          Object.entries(answers).map(([words, answer]) => [ids.get(words) ?? words, answer]),
        ),
        versions,
      });
    };
    const save = async (answers: Typed) =>
      saveBriefAnswers(shop, customer, id, (await page())(answers));
    const send = async (answers: Typed = {}) =>
      sendBrief(shop, customer, id, (await page())(answers));
    const answerTo = async (words: string) =>
      (await brief()).questions.find(({ question }) => question === words)?.answer;
    const stage = async () => (await orderDeliveries(shop, owner, id)).stage;
    return { id, brief, page, save, send, answerTo, stage };
  }

  return {
    shop,
    database,
    ids,
    pay,
    ordered,
    deleteQuestions: () =>
      database.write((tx) =>
        tx
          .updateTable("content_records")
          .set({ deleted_at: 1 })
          .where("block", "=", "brief-question")
          .execute(),
      ),
    async letters(): Promise<readonly (string | null)[]> {
      await distributeNews(shop);
      const rows = database.read.selectFrom("mail_outbox").select("letter").orderBy("id");
      return (await rows.execute())
        .map(({ letter }) => letter)
        .filter((letter) => letter?.startsWith("brief"));
    },
    async runJobsAfter(days: number): Promise<void> {
      shop.time.now += days * dayMs;
      while (await runDueJob({ ...shop, handlers }));
    },
  };
}

describeOnEachDatabase("The brief of an order", (openDatabase) => {
  const open = async () => openBriefs(await openDatabase());

  test("begins once, with the payment, and an email links to it", async () => {
    const { pay, ordered, letters, database } = await open();
    const { id, brief, stage } = await ordered();
    await pay(id);
    expect(await brief()).toMatchObject({ stage: "awaiting-brief", asked: 8, answered: 0 });
    expect(await stage()).toBe("awaiting-brief");
    expect(await letters()).toEqual(["briefWanted"]);
    const mail = await database.read
      .selectFrom("mail_outbox")
      .select(["subject", "text_body"])
      .where("letter", "=", "briefWanted")
      .executeTakeFirstOrThrow();
    expect(mail.subject).toBe("Three minutes, then we begin");
    expect(mail.text_body).toContain("/order-link?token=");
  });

  test("queues the check of the website when it is sent or skipped, not before", async () => {
    const { shop, ordered, database } = await open();
    const website = { customerWebsite: "https://sound.test/" };
    const checks = async () =>
      (await database.read.selectFrom("order_site_checks").select("website").execute()).map(
        ({ website: address }) => address,
      );
    const one = await ordered(ada, website);
    const other = await ordered(ada, website);
    expect(await checks()).toEqual([]);
    await one.send(required);
    await skipBrief(shop, owner, other.id);
    expect(await checks()).toEqual(["https://example.com", "https://sound.test/"]);
  });

  test("begins once when several processes begin it at the same time", async () => {
    const { shop, letters } = await open();
    const { order } = await orderInCheckout(shop);
    const begin = () =>
      shop.database.write((tx) =>
        beginBrief(tx, { ...order, paymentStatus: "Paid" }, { at: shop.clock(), isAskedFor: true }),
      );
    await Promise.all([begin(), begin(), begin()]);
    expect(await letters()).toEqual(["briefWanted"]);
  });

  test("keeps the questions with which it began", async () => {
    const { ordered, deleteQuestions } = await open();
    const { brief } = await ordered();
    const before = (await brief()).questions;
    expect(before).toHaveLength(10);
    await deleteQuestions();
    expect((await brief()).questions).toEqual(before);
  });

  test("does not exist for a plan without questions and for an order delivered before the payment", async () => {
    const { shop, pay, ordered, letters, deleteQuestions } = await open();
    const { id: delivered } = await placeOrder(shop, ada, orderForm);
    await setOrderStatus(shop, owner, delivered, { orderStatus: "Delivered" });
    await pay(delivered);
    expect(await orderBrief(shop, ada, delivered)).toBeNull();
    await deleteQuestions();
    const { id, stage } = await ordered();
    expect(await orderBrief(shop, ada, id)).toBeNull();
    expect(await stage()).toBe("in-work");
    expect(await letters()).toEqual([]);
    for (const attempt of [
      () => saveBriefAnswers(shop, ada, id, { answers: {} }),
      () => skipBrief(shop, owner, id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
    }
  });

  test("is answered by its customer only, and handled by the team only", async () => {
    const { shop, ordered } = await open();
    const { id } = await ordered();
    const byCustomer = (actor: Actor, orderId = id) => [
      () => saveBriefAnswers(shop, actor, orderId, {}),
      () => sendBrief(shop, actor, orderId),
    ];
    const byTeam = (actor: Actor) => [
      () => acknowledgeBrief(shop, actor, id, {}),
      () => skipBrief(shop, actor, id),
      () => startWork(shop, actor, id),
      () => listBriefTasks(shop, actor, 3),
    ];
    const message = "There is no such order.";
    for (const attempt of [
      ...byCustomer(ben),
      ...byCustomer(owner),
      ...byCustomer(ada, "unknown"),
      () => orderBrief(shop, ben, id),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "not-found", message });
    }
    for (const attempt of byTeam(ada)) {
      await expect(attempt()).rejects.toMatchObject({ code: "forbidden" });
    }
    for (const attempt of [...byCustomer(visitor), ...byTeam(visitor)]) {
      await expect(attempt()).rejects.toMatchObject({ code: "unauthenticated" });
    }
    expect(await orderBrief(shop, owner, id)).toMatchObject({ asked: 8 });
  });

  test("refuses wrong answers with a message each, and stores the other answers of the form", async () => {
    const { ordered, ids } = await open();
    const { save, answerTo, brief } = await ordered();
    const wrong = {
      "Which website should we work on?": "our shop",
      "Where are your customers?": "On the moon",
      "What should more visitors do?": "Call\nSing",
      "By which date should the first results be visible to you?": "2026-02-30",
      "Who are your main competitors?": "x".repeat(5001),
    };
    const paths = Object.keys(wrong).map((words) => `answers.${ids.get(words)}`);
    const saving = save({ ...wrong, "What do you sell, and who buys it?": " Bread\r\nand cake " });
    const error = await saving.catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "invalid" });
    expect(error.issues.map(({ path }: { path: string }) => path).sort()).toEqual(paths.sort());
    expect(await answerTo("What do you sell, and who buys it?")).toBe("Bread\nand cake");
    expect(await brief()).toMatchObject({ answered: 1 });
    await expect(save({ unknown: "x" })).rejects.toMatchObject({ code: "invalid" });
    await save({
      "Which website should we work on?": "example.com",
      "What should more visitors do?": "Visit us\nCall",
    });
    expect(await answerTo("Which website should we work on?")).toBe("https://example.com");
    expect(await answerTo("What should more visitors do?")).toBe("Call\nVisit us");
  });

  test("never lets an older page overwrite a newer answer", async () => {
    const { shop, ordered } = await open();
    const { id, page, answerTo, save } = await ordered();
    const words = "What do you sell, and who buys it?";
    const other = "Who are your main competitors?";
    await save({ [words]: "Bread" });
    const [first, second] = [await page(), await page()];
    await saveBriefAnswers(shop, ada, id, first({ [words]: "Cake" }));
    const late = saveBriefAnswers(shop, ada, id, second({ [words]: "Rolls", [other]: "The mill" }));
    await expect(late).rejects.toMatchObject({
      code: "invalid",
      issues: [{ message: expect.stringContaining("“Cake”") }],
    });
    expect(await answerTo(words)).toBe("Cake");
    expect(await answerTo(other)).toBe("The mill");
    // The older page sends “Bread” unchanged, because nobody has typed into this field.
    await saveBriefAnswers(shop, ada, id, second({ [words]: "Bread" }));
    expect(await answerTo(words)).toBe("Cake");
    await save({ [words]: "Rolls" });
    expect(await answerTo(words)).toBe("Rolls");
    const both = [await page(), await page()];
    const results = await Promise.allSettled(
      both.map((form, n) => saveBriefAnswers(shop, ada, id, form({ [words]: `Tab ${n}` }))),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("asks a question only if its condition is met", async () => {
    const { ordered } = await open();
    const { save, send, brief } = await ordered();
    await save({ ...required, "Where are your customers?": "In several countries" });
    expect(await brief()).toMatchObject({ asked: 9, answered: 4 });
    await expect(send()).rejects.toMatchObject({
      code: "invalid",
      issues: [{ message: "Please answer this question." }],
    });
    await save({ "Where are your customers?": "In one country" });
    expect(await send()).toMatchObject({ asked: 8, stage: "ready" });
  });

  test("is sent once, with all required answers, and tells the team once", async () => {
    const { shop, ordered, letters } = await open();
    const { id, send, stage, brief } = await ordered();
    expect(await letters()).toEqual(["briefWanted"]);
    const { "What should more visitors do?": goal, ...some } = required;
    await expect(send(some)).rejects.toMatchObject({ issues: [{}] });
    expect(await brief()).toMatchObject({ answered: 3, sentAt: null });
    const sent = await Promise.all(
      [1, 2, 3].map(() => send({ "What should more visitors do?": goal })),
    );
    expect(new Set(sent.map(({ sentAt }) => sentAt))).toEqual(new Set([shop.clock()]));
    expect(await stage()).toBe("ready");
    expect(await letters()).toEqual(["briefWanted", "briefSentOwner"]);
    const events = await shop.database.read
      .selectFrom("order_brief_events")
      .select("kind")
      .execute();
    expect(events.map(({ kind }) => kind).sort()).toEqual(["begun", "sent"]);
    const timeline = await orderTimeline(shop, ada, id, "customer");
    expect(timeline.map(({ kind }) => kind)).toContain("brief-sent");
  });

  test("is either sent or skipped when both happen at once", async () => {
    const { shop, ordered, database } = await open();
    const { id, send, save, brief } = await ordered();
    await save(required);
    const results = await Promise.allSettled([send(), skipBrief(shop, owner, id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { sentAt, skippedAt } = await brief();
    expect([sentAt, skippedAt].filter((at) => at !== null)).toHaveLength(1);
    const again = database.write((tx) =>
      tx
        .insertInto("order_brief_events")
        .values({ id: newId(), order_id: id, kind: "skipped", once: "end", author: "x", at: 1 })
        .execute(),
    );
    await expect(again).rejects.toThrow();
  });

  test("shows the team each change of a sent answer until the team acknowledges the change", async () => {
    const { shop, ordered, database } = await open();
    const { id, send, save, brief } = await ordered();
    const words = "What do you sell, and who buys it?";
    await send(required);
    expect(await brief(owner)).toMatchObject({ changes: 0 });
    shop.time.now += dayMs;
    await save({ [words]: "Cake", "Who are your main competitors?": "The mill" });
    const changed = await brief(owner);
    expect(changed.changes).toBe(2);
    expect(changed.questions.map(({ before }) => before).filter((one) => one !== null)).toEqual([
      required[words],
      "",
    ]);
    expect((await listBriefTasks(shop, owner, 3)).changed).toMatchObject([
      { order: { id }, since: shop.clock() },
    ]);
    await save({ [words]: "Rolls" });
    const stale = acknowledgeBrief(shop, owner, id, { version: changed.version });
    await expect(stale).rejects.toMatchObject({ code: "conflict" });
    const { version } = await brief(owner);
    await Promise.all([1, 2].map(() => acknowledgeBrief(shop, owner, id, { version })));
    expect(await brief(owner)).toMatchObject({ changes: 0 });
    expect((await listBriefTasks(shop, owner, 3)).changed).toEqual([]);
    const kinds = (await orderTimeline(shop, owner, id, "admin")).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "brief-acknowledged")).toHaveLength(1);
    expect((await orderTimeline(shop, ada, id, "customer")).map(({ kind }) => kind)).not.toContain(
      "brief-acknowledged",
    );
    expect((await auditEntries(database)).map(({ action }) => action)).toContain(
      "Acknowledge changed brief",
    );
    // A change that is taken back leaves nothing to acknowledge.
    await save({ [words]: "Bread" });
    await save({ [words]: "Rolls" });
    expect((await listBriefTasks(shop, owner, 3)).changed).toEqual([]);
  });

  test("makes the order ready when it is sent, and the work begins by hand or with a delivery", async () => {
    const { shop, ordered } = await open();
    const one = await ordered();
    await expect(startWork(shop, owner, one.id)).rejects.toThrow("skip the brief");
    await one.send(required);
    await startWork(shop, owner, one.id);
    await startWork(shop, owner, one.id);
    expect(await one.stage()).toBe("in-work");
    expect((await one.save({ "Who are your main competitors?": "None" })).changes).toBe(1);
    const other = await ordered();
    await deliverOrder(shop, owner, other.id, { text: "Done.", points: proofs, key: newId() });
    expect(await other.stage()).toBe("in-review");
    await expect(other.save({ "Who are your main competitors?": "None" })).rejects.toThrow(
      "We have begun without these answers",
    );
    await expect(skipBrief(shop, owner, other.id)).rejects.toMatchObject({ code: "conflict" });
  });

  test("can be skipped by the team, and then the customer cannot answer it any more", async () => {
    const { shop, ordered, letters, runJobsAfter, database } = await open();
    const { id, stage, save, send } = await ordered();
    await skipBrief(shop, owner, id);
    await skipBrief(shop, owner, id);
    expect(await stage()).toBe("in-work");
    await expect(save(required)).rejects.toMatchObject({ code: "conflict" });
    await expect(send(required)).rejects.toMatchObject({ code: "conflict" });
    const kinds = (await orderTimeline(shop, owner, id, "admin")).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "brief-skipped")).toHaveLength(1);
    expect((await auditEntries(database)).map(({ action }) => action)).toContain("Skip brief");
    await runJobsAfter(20);
    expect(await letters()).toEqual([]);
  });

  test("sends reminders after 2, 5 and 10 days, and is a task of the owner after 12 days", async () => {
    const { shop, ordered, letters, runJobsAfter } = await open();
    const { send } = await ordered();
    const reminders = async () =>
      (await letters()).filter((letter) => letter === "briefReminder").length;
    const counts: number[] = [];
    for (let day = 1; day <= 14; day += 1) {
      await runJobsAfter(1);
      counts.push(await reminders());
      const { missing } = await listBriefTasks(shop, owner, 3);
      expect([day, missing.length]).toEqual([day, day < 12 ? 0 : 1]);
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
    await send(required);
    expect((await listBriefTasks(shop, owner, 3)).missing).toEqual([]);
    await runJobsAfter(20);
    expect(await reminders()).toBe(3);
    expect(await shop.database.read.selectFrom("scheduled_jobs").selectAll().execute()).toEqual([]);
  });

  test("is not asked for in a daily email once it was skipped or sent", async () => {
    const { shop, ordered, runJobsAfter } = await open();
    await saveMailChoice(shop, ada, { choice: "daily" });
    const [skipped, sent, unanswered] = [await ordered(), await ordered(), await ordered()];
    await runJobsAfter(0);
    await skipBrief(shop, owner, skipped.id);
    await sent.send(required);
    await runJobsAfter(1);
    const daily = await shop.database.read
      .selectFrom("mail_outbox")
      .select("text_body as text")
      .where("letter", "=", "dailyNews")
      .executeTakeFirstOrThrow();
    expect(daily.text).toContain(unanswered.id);
    expect(daily.text).not.toContain(skipped.id);
    expect(daily.text).not.toContain(sent.id);
  });

  test("is not asked for any more after a delivery, even if the order becomes Pending again", async () => {
    const { shop, ordered, runJobsAfter } = await open();
    await saveMailChoice(shop, ada, { choice: "daily" });
    const { id } = await ordered();
    for (let day = 1; day <= 12; day += 1) await runJobsAfter(1);
    expect((await listBriefTasks(shop, owner, 3)).missing).toHaveLength(1);
    await setOrderStatus(shop, owner, id, { orderStatus: "Delivered" });
    await setOrderStatus(shop, owner, id, { orderStatus: "Pending" });
    expect((await listBriefTasks(shop, owner, 3)).missing).toEqual([]);
    // Once the customer is told of the delivery, it cannot be undone.
    await distributeNews(shop);
    const news = await shop.database.read.selectFrom("order_news").select("email").execute();
    expect(news.filter(({ email }) => email.startsWith("brief"))).toEqual([]);
  });

  test("sends one reminder, not three, when no job has run for a month", async () => {
    const { ordered, letters, runJobsAfter } = await open();
    await ordered();
    await runJobsAfter(30);
    expect(await letters()).toEqual(["briefWanted", "briefReminder"]);
    await runJobsAfter(1);
    expect(await letters()).toHaveLength(2);
    await runJobsAfter(1);
    expect(await letters()).toHaveLength(3);
  });

  test("sends no reminder after it was sent, the order was refunded or a delivery was made", async () => {
    const { shop, ordered, letters, runJobsAfter } = await open();
    const sent = await ordered();
    await sent.send(required);
    const refunded = await ordered();
    await refunded.save({ "What do you sell, and who buys it?": "Bread" });
    const { transaction_id: transactionId } = await shop.database.read
      .selectFrom("payment_ledger")
      .select("transaction_id")
      .where("order_id", "=", refunded.id)
      .executeTakeFirstOrThrow();
    const back = { amount: "149.00", date: "2026-11-20", reference: "Back", key: newId() };
    await recordManualRefund(shop, owner, refunded.id, { ...back, transactionId });
    const delivered = await ordered();
    await setOrderStatus(shop, owner, delivered.id, { orderStatus: "Delivered" });
    await runJobsAfter(2);
    await runJobsAfter(20);
    expect((await letters()).filter((letter) => letter === "briefReminder")).toEqual([]);
    expect((await listBriefTasks(shop, owner, 3)).missing).toEqual([]);
    await expect(refunded.save(required)).rejects.toThrow("This order was refunded");
    expect(await refunded.stage()).toBe("cancelled");
    expect(await refunded.answerTo("What do you sell, and who buys it?")).toBe("Bread");
  });

  test("begins without an email when a payment arrives after the order was cancelled", async () => {
    const { shop, letters } = await open();
    const { order } = await orderInCheckout(shop);
    await cancelOrder(shop, ada, order.id);
    await shop.database.write((tx) =>
      beginBrief(tx, { ...order, paymentStatus: "Paid" }, { at: shop.clock(), isAskedFor: false }),
    );
    expect(await letters()).toEqual([]);
    expect(await orderBrief(shop, ada, order.id)).not.toBeNull();
  });

  test("starts with the customer's last answers, or with the website of the order", async () => {
    const { shop, ordered } = await open();
    const first = await ordered();
    await first.send(required);
    shop.time.now += dayMs;
    const second = await ordered();
    await second.send({ ...required, "What do you sell, and who buys it?": "Cake" });
    const third = await ordered(ada, { customerWebsite: "https://other.example" });
    expect(await third.brief()).toMatchObject({ answered: 4, isUntouched: true, sentAt: null });
    expect(await third.answerTo("What do you sell, and who buys it?")).toBe("Cake");
    expect(await third.answerTo("Which website should we work on?")).toBe("https://example.com");
    const bens = await ordered(ben, { customerWebsite: "https://ben.example" });
    expect(await bens.brief()).toMatchObject({ answered: 1 });
    expect(await bens.answerTo("Which website should we work on?")).toBe("https://ben.example");
  });

  test("can be saved a limited number of times an hour; a save that changes nothing does not count", async () => {
    const { shop, ordered } = await open();
    const { id, page } = await ordered();
    const limited = { ...shop, configuration: { rateLimitFactor: 0.01 } };
    const save = async (answer: string) =>
      saveBriefAnswers(
        limited,
        ada,
        id,
        (await page())({ "What do you sell, and who buys it?": answer }),
      );
    for (let n = 0; n < 6; n += 1) {
      await save(`Bread ${n}`);
      await save(`Bread ${n}`);
    }
    await expect(save("Bread")).rejects.toMatchObject({ code: "too-many" });
    shop.time.now += 60 * 60_000;
    await save("Bread");
  });

  test("is in the customer's download of personal data, and its answers are deleted with the account", async () => {
    const { shop, ordered, database, runJobsAfter, letters } = await open();
    const { id, save } = await ordered();
    await save(required);
    const adas = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    const downloaded = [];
    for await (const chunk of personalBriefs.records(database.read, adas))
      downloaded.push(...chunk);
    expect(downloaded).toMatchObject([
      { order: 1, answers: [{ question: "Which website should we work on?" }, {}, {}, {}] },
    ]);
    await database.write(async (tx) => {
      await personalBriefs.forget(tx, adas);
      await personalOrders.forget(tx, adas);
    });
    const left = await database.read.selectFrom("order_brief_answers").selectAll().execute();
    expect(left).toEqual([]);
    expect(await orderBrief(shop, owner, id)).toMatchObject({ answered: 0 });
    await runJobsAfter(20);
    expect(await letters()).not.toContain("briefReminder");
  });
});
