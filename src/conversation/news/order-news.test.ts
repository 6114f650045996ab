import { expect, test } from "vitest";
import { emailTemplates } from "#content/emails/email-templates.ts";
import { createRecord } from "#content/records/save-block.ts";
import type { TeamAddress } from "#mail/mailer.ts";
import { personalNotifications } from "#mail/team/personal-notifications.server.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { type Actor, actorWithRole, visitor } from "#policy/actor.ts";
import { assignOrder } from "#work/assignment/assign-order.ts";
import { acceptDelivery, askForChanges } from "#work/deliveries/delivery-answers.ts";
import { deliveryJobs } from "#work/deliveries/delivery-by-time.ts";
import { setOrderStatus } from "#work/deliveries/set-order-status.ts";
import { undoOrderStatuses } from "#work/deliveries/undo-order-statuses.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { personalRecords } from "../../../tests/support/databases/personal-records.ts";
import { postFor } from "../../../tests/support/mail/post.ts";
import { orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { sendOrderMessage } from "../messages/send-order-message.ts";
import type { Side } from "../order-message-tables.server.ts";
import { dailyEmailJobs } from "./daily-email.server.ts";
import { readMailChoice, saveMailChoice } from "./mail-choice.ts";
import { textsOfNews } from "./news-texts.server.ts";
import { orderNewsJobs } from "./order-news.server.ts";
import { personalOrderNews } from "./personal-order-news.server.ts";
import { readTeamChoices, saveTeamChoices } from "./team-choices.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const ownerAdmin: TeamAddress = {
  accountId: "account-own",
  email: "own@example.com",
  role: "Admin",
};
const colleague: Actor = { kind: "admin", accountId: "account-col", email: "col@example.com" };
const colleagueAdmin: TeamAddress = {
  accountId: "account-col",
  email: "col@example.com",
  role: "Admin",
};
const wim = actorWithRole("Worker", { accountId: "wim", email: "wim@example.com" });
const wimWorker: TeamAddress = { accountId: "wim", email: wim.email, role: "Worker" };

/** A paid order, with the clock at 12:00 on 20 November 2026 in UTC. */
async function openNews(
  database: Database,
  { timeZone = "UTC", admins = [ownerAdmin] }: { timeZone?: string; admins?: TeamAddress[] } = {},
) {
  const opened = await orderIn("paid", database, { timeZone });
  const team = { admins };
  const post = postFor({
    ownerEmail: "own@example.com",
    clock: opened.shop.clock,
    readTimeZone: async () => timeZone,
    readTeam: async () => team.admins,
  });
  const shop = { ...opened.shop, post };
  const { id } = opened;
  const handlers = { ...orderNewsJobs(post), ...dailyEmailJobs(post), ...deliveryJobs(post) };
  return {
    ...opened,
    shop,
    team,
    runDueJobs: async () => {
      while (await runDueJob({ ...shop, handlers }));
    },
    async pass(ms: number) {
      shop.time.now += ms;
      while (await runDueJob({ ...shop, handlers }));
    },
    say: (actor: Actor, text: string, others: object = {}) =>
      sendOrderMessage(shop, actor, id, { text, key: newId(), ...others }),
    choose: (choice: string, actor: Actor = ada, side: Side = "customer") =>
      side === "customer"
        ? saveMailChoice(shop, actor, { choice })
        : saveTeamChoices(shop, actor, {
            messages: choice,
            deliveries: choice,
            assignments: choice,
          }),
    /** Emails about the room, oldest first. */
    async mails(recipient?: string) {
      const rows = await database.read
        .selectFrom("mail_outbox")
        .select(["letter", "recipient", "subject", "text_body as text"])
        .where("letter", "not in", [
          "orderPlaced",
          "orderPlacedOwner",
          "paymentReceived",
          "paymentReceivedOwner",
        ])
        .orderBy("id")
        .execute();
      return rows.filter((row) => recipient === undefined || row.recipient === recipient);
    },
    waiting: async () =>
      (await database.read.selectFrom("order_news").selectAll().execute()).length,
  };
}

/** When the actor is told of messages. */
async function choiceOf(shop: Parameters<typeof readTeamChoices>[0], actor: Actor) {
  const choices = await readTeamChoices(shop, actor);
  return choices.find(({ topic }) => topic === "messages")?.choice;
}

describeOnEachDatabase("News about an order", (openDatabase) => {
  const open = async (options?: Parameters<typeof openNews>[1]) =>
    openNews(await openDatabase(), options);

  test("of the same ten minutes becomes one email, such as a question, a delivery and a message", async () => {
    const { deliver, say, pass, mails } = await open();
    await say(owner, "Which colour?", { asks: true });
    await pass(minuteMs);
    await deliver();
    await pass(minuteMs / 2);
    await say(owner, "It is ready.");
    await pass(minuteMs);
    const [mail, ...others] = await mails("ada@example.com");
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ letter: "orderNews", subject: "News about your order 1" });
    expect(mail?.text).toMatch(
      /Your order 1 is delivered\nLast day for an answer[\s\S]*A message about your order 1\n\nWhich colour\?\n\nIt is ready\./,
    );
    await say(owner, "One more word.");
    await pass(5 * minuteMs);
    expect(await mails("ada@example.com")).toHaveLength(1);
    await pass(5 * minuteMs);
    expect((await mails("ada@example.com"))[1]).toMatchObject({ letter: "orderMessage" });
    await pass(hourMs);
    expect(await mails("ada@example.com")).toHaveLength(2);
  });

  test("waits for the hour of the daily email, and is sent once as one email", async () => {
    const { deliver, say, choose, pass, mails, waiting } = await open();
    await choose("daily");
    await deliver();
    await pass(hourMs);
    await say(owner, "Have a look.");
    await pass(18 * hourMs);
    expect(await mails("ada@example.com")).toEqual([]);
    await pass(hourMs);
    const [mail, ...others] = await mails("ada@example.com");
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      letter: "dailyNews",
      subject: "News about your orders, Nov 21, 2026",
    });
    expect(mail?.text).toMatch(
      /Order 1, Basic\nhttp:\/\/localhost:3000\/my-order\/[\s\S]*Your order 1 is delivered[\s\S]*Have a look\./,
    );
    expect(await waiting()).toBe(0);
    await pass(48 * hourMs);
    expect(await mails("ada@example.com")).toHaveLength(1);
  });

  test("is queued once when a process dies while it sends the daily email", async () => {
    const { shop, say, choose, pass, mails, waiting } = await open();
    await choose("daily");
    await say(owner, "Only once.");
    await pass(hourMs);
    shop.time.now += 20 * hourMs;
    const dying = {
      "daily-order-email": async (
        ...call: Parameters<ReturnType<typeof dailyEmailJobs>[string]>
      ) => {
        await dailyEmailJobs(shop.post)["daily-order-email"]?.(...call);
        throw new Error("The process dies before the commit.");
      },
    };
    expect(await runDueJob({ ...shop, handlers: dying })).toBe(true);
    expect(await mails("ada@example.com")).toEqual([]);
    expect(await waiting()).toBe(1);
    await pass(hourMs);
    expect(await mails("ada@example.com")).toHaveLength(1);
    const handlers = dailyEmailJobs(shop.post);
    await Promise.all([1, 2, 3].map(() => runDueJob({ ...shop, handlers })));
    expect(await mails("ada@example.com")).toHaveLength(1);
  });

  test("is not sent to a person who chose “never”, except the reminder before an acceptance by time", async () => {
    const { deliver, say, choose, pass, mails, waiting } = await open();
    await choose("daily");
    await say(owner, "Hello.");
    await pass(hourMs);
    expect(await waiting()).toBe(1);
    await choose("never");
    expect(await waiting()).toBe(0);
    await deliver();
    await pass(24 * hourMs);
    expect(await mails("ada@example.com")).toEqual([]);
    await pass(6 * 24 * hourMs);
    const [reminder, ...others] = await mails("ada@example.com");
    expect([reminder?.letter, others]).toEqual(["deliveryReminder", []]);
    expect(reminder?.text).not.toContain("Choose when you get these emails");
  });

  test("reaches each admin as chosen, and by default only the owner's address", async () => {
    const admins = [ownerAdmin, colleagueAdmin];
    const { shop, id, team, deliver, choose, pass, mails, waiting } = await open({ admins });
    expect(await choiceOf(shop, owner)).toBe("at-once");
    expect(await choiceOf(shop, colleague)).toBeNull();
    await deliver();
    await askForChanges(shop, ada, id, 1, { text: "Shorter.", points: [], key: newId() });
    await pass(hourMs);
    const toTeam = async () =>
      (await mails())
        .filter(({ recipient }) => recipient !== "ada@example.com")
        .map(({ letter, recipient }) => `${letter} ${recipient}`);
    expect(await toTeam()).toEqual(["changesAskedOwner own@example.com"]);
    await choose("daily", owner, "team");
    await choose("at-once", colleague, "team");
    await deliver();
    await acceptDelivery(shop, ada, id, 2);
    await pass(hourMs);
    expect((await toTeam()).slice(1)).toEqual(["deliveryAcceptedOwner col@example.com"]);
    expect(await waiting()).toBe(1);
    // A removed admin gets no more emails.
    team.admins = [colleagueAdmin];
    await pass(24 * hourMs);
    expect(await toTeam()).toHaveLength(2);
    expect(await waiting()).toBe(0);
  });

  test("reaches the assignee without the price and the customer's address, until the assignment ends or the role is withheld", async () => {
    const admins = [ownerAdmin, wimWorker];
    const { shop, id, team, deliver, say, choose, pass, mails, waiting } = await open({ admins });
    const assign = (assignee: string) =>
      assignOrder({ ...shop, lockAssignee: async () => people }, owner, id, { assignee });
    const people = admins.map((person) => ({ ...person, name: "" }));
    expect(await choiceOf(shop, wim)).toBe("at-once");
    await say(ada, "Not yours yet.");
    await pass(hourMs);
    expect(await mails(wim.email)).toEqual([]);
    await assign("wim");
    await deliver();
    await askForChanges(shop, ada, id, 1, { text: "Shorter.", points: [], key: newId() });
    await pass(hourMs);
    await say(ada, "And warmer.");
    await pass(hourMs);
    const sent = await mails(wim.email);
    expect(sent.map(({ letter }) => letter)).toEqual([
      "orderAssigned",
      "orderNewsWorker",
      "orderNewsWorker",
    ]);
    expect(sent[1]?.text).toContain("asks for changes");
    expect(sent[2]?.text).toContain("And warmer.");
    for (const { subject, text } of sent) {
      expect(text).toContain(`http://localhost:3000/my-work/${id}`);
      expect(`${subject} ${text}`).not.toMatch(/ada@example|\b149(00)?\b|payment-status/);
    }
    // The assignment does not change the owner's emails.
    expect((await mails("own@example.com")).at(-1)).toMatchObject({ letter: "orderMessageOwner" });

    await choose("daily", wim, "team");
    await say(ada, "Once a day.");
    await pass(hourMs);
    expect(await waiting()).toBe(1);
    await pass(24 * hourMs);
    const daily = (await mails(wim.email)).at(-1);
    expect(daily).toMatchObject({ letter: "dailyNewsOwner" });
    expect(daily?.text).toContain(`/my-work/${id}`);
    expect(daily?.text).not.toMatch(/ada@example|\b149(00)?\b|payment-status|total-orders/);

    await say(ada, "For somebody else.");
    await pass(hourMs);
    await assign("");
    await pass(48 * hourMs);
    expect(await mails(wim.email)).toHaveLength(4);
    await assign("wim");
    await choose("at-once", wim, "team");
    const missingSecondFactor = { dueAt: 0, isOverdue: true };
    for (const admins of [[ownerAdmin], [ownerAdmin, { ...wimWorker, missingSecondFactor }]]) {
      team.admins = admins;
      await say(ada, "Is anybody there?");
      await pass(hourMs);
      expect(await mails(wim.email)).toHaveLength(4);
    }
  });

  test("hides the customer's address and the price from a person without the right, also in a subject that the owner wrote", async () => {
    const { shop, id } = await open();
    const order = await selectOrder(shop.database.read, id);
    if (order === undefined) throw new Error("The order is missing.");
    const { block } = emailTemplates.briefSentOwner;
    const words = { ...block.seed[0], subject: "{customerName} {customerEmail} {amount}" };
    await createRecord(shop, owner, block, words);
    const news = { order_id: id, side: "team", email: "briefSentOwner", facts: "[]" } as const;
    const row = {
      ...news,
      id,
      account_id: null,
      after_message: 0,
      through_message: 0,
      created_at: 0,
    };
    const texts = (seesWholeOrder: boolean) =>
      textsOfNews(shop.database.read, order, [row], { seesWholeOrder });
    expect(await texts(true)).toEqual(["Ada Field ada@example.com $149.00"]);
    expect(await texts(false)).toEqual(["Ada Field  "]);
  });

  test("about a delivery that can still be undone is not sent with earlier news", async () => {
    const { shop, id, say, pass, mails } = await open();
    await pass(hourMs);
    const before = (await mails("ada@example.com")).length;
    await say(owner, "Which colour?");
    await pass(2 * minuteMs - 1000);
    const set = () => setOrderStatus(shop, owner, id, { orderStatus: "Delivered" });
    const { changeId = "" } = await set();
    await pass(1000);
    const [mail, ...others] = (await mails("ada@example.com")).slice(before);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ letter: "orderMessage" });
    const { failed } = await undoOrderStatuses(shop, owner, { changeIds: [changeId ?? ""] });
    expect(failed).toEqual([]);
    await pass(hourMs);
    expect(await mails("ada@example.com")).toHaveLength(before + 1);
    await set();
    await pass(hourMs);
    expect((await mails("ada@example.com")).at(-1)).toMatchObject({ letter: "orderDelivered" });
  });

  test("follows the person's own mail choice, which is personal data and, for admins, audited", async () => {
    const { shop, choose, deliver, pass, waiting } = await open();
    await expect(choose("weekly")).rejects.toMatchObject({ code: "invalid" });
    await expect(choose("daily", visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(choose("daily", ada, "team")).rejects.toMatchObject({ code: "forbidden" });
    await choose("daily");
    expect(await readMailChoice(shop, ada)).toBe("daily");
    const logged = async () =>
      (await auditEntries(shop.database)).filter(({ action }) => action.startsWith("Choose"));
    expect(await logged()).toEqual([]);
    await choose("never", owner, "team");
    expect(await logged()).toMatchObject([
      {
        action: "Choose emails to the team",
        after_json: '{"messages":"never","deliveries":"never","assignments":"never"}',
      },
    ]);
    await deliver();
    await pass(hourMs);
    expect(await waiting()).toBe(1);
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    const records = await personalRecords(shop.database, personalOrderNews);
    expect(records).toMatchObject([{ as: "customer", choice: "daily" }]);
    await shop.database.write((tx) => personalOrderNews.forget(tx, person));
    expect(await waiting()).toBe(0);
    const left = shop.database.read.selectFrom("mail_choices").select("account_id");
    expect(await left.execute()).toEqual([]);
    const ofOwner = { accountId: "account-own", email: "own@example.com", emailVerified: true };
    const chosen = [];
    for await (const rows of personalNotifications.records(shop.database.read, ofOwner)) {
      chosen.push(...rows);
    }
    expect(chosen).toMatchObject([
      { topic: "assignments", choice: "never" },
      { topic: "deliveries", choice: "never" },
      { topic: "messages", choice: "never" },
    ]);
    await shop.database.write((tx) => personalNotifications.forget(tx, ofOwner));
    expect(await choiceOf(shop, owner)).toBe("at-once");
  });
});
