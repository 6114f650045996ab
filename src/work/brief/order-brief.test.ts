import { expect, test } from "vitest";
import { dailyEmailJobs } from "#conversation/news/daily-email.server.ts";
import { orderNewsJobs } from "#conversation/news/order-news.server.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { personalOrders } from "#orders/personal-orders.server.ts";
import { orderNextMonth } from "#orders/placing/order-next-month.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { type Actor, visitor } from "#policy/actor.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { personalRecords } from "../../../tests/support/databases/personal-records.ts";
import {
  addBriefQuestions,
  requiredAnswers,
} from "../../../tests/support/orders/brief-questions.ts";
import { distributeNews } from "../../../tests/support/orders/order-news.ts";
import {
  ada,
  ben,
  openShop,
  orderForm,
  orderInCheckout,
  owner,
} from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { orderDeliveries } from "../deliveries/delivery-list.ts";
import { setOrderStatus } from "../deliveries/set-order-status.ts";
import { orderTimeline } from "../timeline/order-timeline.ts";
import { beginBrief } from "./begin-brief.server.ts";
import { briefJobs } from "./brief-reminders.ts";
import { acknowledgeBrief, skipBrief, startWork } from "./handle-order-brief.ts";
import { personalBriefs } from "./personal-briefs.server.ts";
import { listBriefTasks, orderBrief } from "./read-order-brief.ts";
import { saveBriefAnswers, sendBrief } from "./save-order-brief.ts";

const dayMs = 24 * 60 * 60 * 1000;

const required = requiredAnswers;
type Typed = Readonly<Record<string, string>>;

async function openBriefs(database: Database) {
  const shop = await openShop(database);
  const ids = await addBriefQuestions(database);
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

  test("takes the answers of the previous month over, and asks only for what is missing", async () => {
    const { shop, pay, ordered, letters } = await openBriefs(await openDatabase());
    const first = await ordered();
    await first.send(required);
    // An order for another website, whose newer answers are not about this one.
    const other = await ordered(ada, { customerWebsite: "other.example" });
    await other.save({ ...required, "What do you sell, and who buys it?": "Something else" });
    const asked = await letters();
    const next = await orderNextMonth(shop, ada, first.id, { packagePrice: "149" });
    await pay(next.id);
    const brief = await orderBrief(shop, ada, next.id);
    const answers = brief?.questions.map(({ question, answer }) => [question, answer]);
    for (const answer of Object.entries(required)) expect(answers).toContainEqual(answer);
    expect(brief).toMatchObject({ stage: "ready", closedBecause: null, changes: 0 });
    expect(await letters()).toEqual(asked);
  });

  test("begins once, with the payment, and an email links to it", async () => {
    const { pay, ordered, letters, database } = await open();
    const { id, brief, stage } = await ordered();
    await pay(id);
    expect(await brief()).toMatchObject({ stage: "awaiting-brief", asked: 8, answered: 0 });
    expect(await stage()).toBe("awaiting-brief");
    // The email with the receipt asks for the answers.
    expect(await letters()).toEqual([]);
    const mail = await database.read
      .selectFrom("mail_outbox")
      .select(["subject", "text_body"])
      .where("letter", "=", "paymentReceivedQuestions")
      .executeTakeFirstOrThrow();
    expect(mail.subject).toMatch(/^Paid: your receipt for order \d+, and a few questions$/);
    expect(mail.text_body).toMatch(/The work: +With you in \d+ working days, counted from your/);
    expect(mail.text_body).toMatch(/Next step: +Answer 8 questions \(3 minutes\)/);
    expect(mail.text_body).toContain("/order-link?token=");
  });

  test("begins once when several processes begin it at the same time", async () => {
    const { shop } = await open();
    const { order } = await orderInCheckout(shop);
    const begin = () =>
      shop.database.write((tx) =>
        beginBrief(tx, { ...order, paymentStatus: "Paid" }, { at: shop.clock(), isAskedFor: true }),
      );
    await Promise.all([begin(), begin(), begin()]);
    const news = await shop.database.read.selectFrom("order_news").select("email").execute();
    expect(news).toEqual([{ email: "briefWanted" }]);
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

  test("is sent once, with all required answers, and tells the team once", async () => {
    const { shop, ordered, letters } = await open();
    const { id, send, stage, brief } = await ordered();
    expect(await letters()).toEqual([]);
    const { "What should more visitors do?": goal, ...some } = required;
    await expect(send(some)).rejects.toMatchObject({ issues: [{}] });
    expect(await brief()).toMatchObject({ answered: 3, sentAt: null });
    const sent = await Promise.all(
      [1, 2, 3].map(() => send({ "What should more visitors do?": goal })),
    );
    expect(new Set(sent.map(({ sentAt }) => sentAt))).toEqual(new Set([shop.clock()]));
    expect(await stage()).toBe("ready");
    expect(await letters()).toEqual(["briefSentOwner"]);
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
    await expectRefused(
      "conflict",
      acknowledgeBrief(shop, owner, id, { version: changed.version }),
    );
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

  test("is in the customer's download of personal data, and its answers are deleted with the account", async () => {
    const { shop, ordered, database, runJobsAfter, letters } = await open();
    const { id, save } = await ordered();
    await save(required);
    const adas = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    const downloaded = await personalRecords(database, personalBriefs);
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
