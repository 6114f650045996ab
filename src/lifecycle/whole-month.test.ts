import { expect, test } from "vitest";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { postFor } from "../../tests/support/mail/post.ts";
import { addBriefQuestions, requiredAnswers } from "../../tests/support/orders/brief-questions.ts";
import { proofs } from "../../tests/support/orders/order-in-stage.ts";
import { openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import { sendOrderMessage } from "../conversation/messages/send-order-message.ts";
import { dailyEmailJobs } from "../conversation/news/daily-email.server.ts";
import { saveMailChoice } from "../conversation/news/mail-choice.ts";
import { orderNewsJobs } from "../conversation/news/order-news.server.ts";
import { addOrderPassword } from "../conversation/passwords/add-order-password.ts";
import { orderPasswordJobs } from "../conversation/passwords/delete-expired-passwords.ts";
import { listOrderPasswords } from "../conversation/passwords/list-order-passwords.ts";
import { recordManualPayment } from "../money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import type { Database } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import { runDueJob } from "../platform/schedule/scheduled-jobs.server.ts";
import { addDays, dayNumberOf } from "../platform/time/calendar.ts";
import { dayOf, startOfDay } from "../platform/time/dates.ts";
import type { SignedInActor } from "../policy/actor.ts";
import { briefJobs } from "../work/brief/brief-reminders.ts";
import { skipBrief, startWork } from "../work/brief/handle-order-brief.ts";
import { listBriefTasks, orderBrief } from "../work/brief/read-order-brief.ts";
import { sendBrief } from "../work/brief/save-order-brief.ts";
import { readOrderClock } from "../work/clock/read-order-clock.ts";
import { askForChanges } from "../work/deliveries/delivery-answers.ts";
import { deliveryJobs } from "../work/deliveries/delivery-by-time.ts";
import { orderDeliveries } from "../work/deliveries/delivery-list.ts";
import { deliverOrder } from "../work/deliveries/delivery-order.ts";
import { orderCompleteJobs } from "../work/next-month/tell-of-completion.ts";

const timeZone = "Europe/Oslo";
const halfHourMs = 30 * 60_000;
const passwordDays = 30;

const localTime = new Intl.DateTimeFormat("sv-SE", { timeZone, timeStyle: "short" });

/**
 * A shop that runs all jobs of orders. The clock of the shop moves in steps of half an hour. A time
 * is the number of days since the first day, and the local time: "9 10:30".
 */
async function openMonth(database: Database, firstDay: string) {
  const opened = await openShop(database);
  const { time, clock } = opened;
  time.now = startOfDay(firstDay, timeZone);
  const post = postFor({
    ownerEmail: "own@example.com",
    clock,
    readTimeZone: async () => timeZone,
  });
  const shop = { ...opened, post };
  const closedDays = [13, 14, 17].map((day) => addDays(firstDay, day));
  const calendar = { timeZone, weekdays: [1, 2, 3, 4, 5], closedDays };
  const questions = await addBriefQuestions(database);
  const handlers = {
    ...deliveryJobs(post),
    ...orderCompleteJobs(post),
    ...orderNewsJobs(post),
    ...dailyEmailJobs(post),
    ...briefJobs,
    ...orderPasswordJobs({ readDays: async () => passwordDays }),
  };
  const now = () => {
    const day = dayNumberOf(dayOf(clock(), timeZone)) - dayNumberOf(firstDay);
    return `${day} ${localTime.format(clock())}`;
  };

  /** A customer with an order of the Basic plan. */
  async function customer(name: string) {
    const actor: SignedInActor = {
      kind: "customer",
      accountId: name,
      email: `${name}@example.com`,
    };
    const { id } = await placeOrder(shop, actor, orderForm);
    const payment = { amount: "149.00", date: firstDay, reference: newId(), key: newId() };
    return {
      actor,
      id,
      pay: () => recordManualPayment(shop, owner, id, payment),
      clock: () => readOrderClock({ database, clock, calendar }, owner, id),
      stage: async () => (await orderDeliveries(shop, owner, id)).stage,
      givePassword: () =>
        addOrderPassword(shop, actor, id, {
          label: "WordPress",
          userName: "",
          address: "",
          password: "barley and hedgerow",
          key: newId(),
        }),
      passwords: async () => (await listOrderPasswords(shop, actor, id)).passwords.length,
      say: (side: SignedInActor, text: string, asks = false) =>
        sendOrderMessage(shop, side, id, { text, key: newId(), ...(asks && { asks }) }),
      async answerBrief() {
        const brief = await orderBrief(shop, actor, id);
        const versions = Object.fromEntries(
          (brief?.questions ?? []).map((one) => [one.id, one.version]),
        );
        const answers = Object.fromEntries(
          Object.entries(requiredAnswers).map(([words, answer]) => [questions.get(words), answer]),
        );
        await sendBrief(shop, actor, id, { answers, versions });
      },
      skipBrief: () => skipBrief(shop, owner, id),
      startWork: () => startWork(shop, owner, id),
      deliver: () => deliverOrder(shop, owner, id, { text: "Done.", points: proofs, key: newId() }),
      askForChanges: (number: number) =>
        askForChanges(shop, actor, id, number, { text: "Shorter.", points: [], key: newId() }),
      chooseDaily: () => saveMailChoice(shop, actor, { choice: "daily" }),
    };
  }

  let lastMail = "";
  const mails: string[] = [];
  async function collectMails(): Promise<void> {
    const rows = await database.read
      .selectFrom("mail_outbox")
      .select(["id", "letter", "recipient"])
      .where("id", ">", lastMail)
      .orderBy("id")
      .execute();
    lastMail = rows.at(-1)?.id ?? lastMail;
    for (const { letter, recipient } of rows) {
      if (/^(orderPlaced|paymentReceived)/.test(letter ?? "")) continue;
      mails.push(`${now()} ${letter} ${recipient.split("@")[0]}`);
    }
  }

  const jobs = () => database.read.selectFrom("scheduled_jobs").selectAll().execute();

  return {
    shop,
    customer,
    now,
    /**
     * Moves the clock until `end`. Every half hour, runs the step whose key is the time, and then
     * all due jobs.
     */
    async passUntil(
      end: string,
      steps: Readonly<Record<string, () => Promise<unknown>>>,
      look: () => Promise<void>,
    ): Promise<void> {
      const left = new Set(Object.keys(steps));
      let nextJob = 0;
      while (now() !== end) {
        const step = steps[now()];
        const isStep = step !== undefined && left.delete(now());
        if (isStep) await step();
        if (isStep || nextJob <= time.now) {
          while (await runDueJob({ ...shop, handlers }));
          await collectMails();
          const due = (await jobs()).map(({ due_at }) => due_at ?? Number.POSITIVE_INFINITY);
          nextJob = Math.min(...due);
        }
        await look();
        time.now += halfHourMs;
      }
      expect([...left]).toEqual([]);
    },
    mailsTo: (name: string) =>
      mails.filter((mail) => mail.endsWith(` ${name}`)).map((mail) => mail.replace(/ \S+$/, "")),
    jobs,
  };
}

type Month = Awaited<ReturnType<typeof openMonth>>;

/** Lists the changes of a value, each with the time at which `look` first saw the new value. */
function changesOf(month: Month, read: () => Promise<unknown>) {
  const changes: string[] = [];
  let last = "";
  return {
    changes,
    async look(): Promise<void> {
      const value = String(await read());
      if (value !== last) changes.push(`${month.now()} ${value}`);
      last = value;
    },
  };
}

describeStore("The jobs of orders over a month with closed days", (openDatabase) => {
  test.each([
    // Clocks go forward on 29 March 2026 and back on 25 October 2026, day 9 of each.
    ["forward", "2026-03-20", "10 11:30", "12 11:30"],
    ["back", "2026-10-16", "10 09:30", "12 09:30"],
  ])(
    "remind, count, accept and delete at the promised times while the clocks go %s",
    async (_, firstDay, lastReminder, toldOwner) => {
      const month = await openMonth(await openDatabase(), firstDay);
      const dueDayOf = async (customer: Awaited<ReturnType<Month["customer"]>>) => {
        const clock = await customer.clock();
        if (clock === null) return "no clock";
        const { dueDay, isOverdue } = clock;
        const due = dueDay === null ? "none" : dayNumberOf(dueDay) - dayNumberOf(firstDay);
        return `${clock.stage}, due ${due}${isOverdue ? ", overdue" : ""}`;
      };
      const silent = await month.customer("silent");
      const working = await month.customer("working");
      const quick = await month.customer("quick");
      const late = await month.customer("late");
      const watched = {
        missing: changesOf(
          month,
          async () => (await listBriefTasks(month.shop, owner, 9)).missing.length,
        ),
        working: changesOf(month, () => dueDayOf(working)),
        late: changesOf(month, () => dueDayOf(late)),
        accepted: changesOf(month, quick.stage),
        workingPasswords: changesOf(month, working.passwords),
        quickPasswords: changesOf(month, quick.passwords),
      };
      const steps = {
        "0 10:30": silent.pay,
        "0 12:00": async () => {
          await working.pay();
          await late.pay();
          await late.skipBrief();
        },
        "0 14:00": async () => {
          await working.answerBrief();
          await working.givePassword();
        },
        "3 09:00": working.startWork,
        "3 10:00": quick.pay,
        "3 11:00": async () => {
          await quick.skipBrief();
          await quick.givePassword();
          await quick.chooseDaily();
        },
        "4 15:00": quick.deliver,
        "5 16:00": () => working.say(owner as SignedInActor, "Which town?", true),
        "10 09:00": () => working.say(working.actor, "Bergen."),
        "21 16:00": working.deliver,
        "26 10:00": () => working.askForChanges(1),
        "31 16:00": working.deliver,
      };
      await month.passUntil("70 00:00", steps, async () => {
        if (!/ (00:00|11:30|09:30|23:30|17:00)$/.test(month.now())) return;
        for (const { look } of Object.values(watched)) await look();
      });

      expect(month.mailsTo("silent")).toEqual([
        "2 10:30 briefReminder",
        "5 10:30 briefReminder",
        `${lastReminder} briefReminder`,
      ]);
      expect(watched.missing.changes).toEqual(["0 00:00 0", `${toldOwner} 1`]);
      expect(watched.late.changes).toEqual([
        "0 00:00 no clock",
        "0 17:00 in-work, due 19",
        "20 00:00 in-work, due 19, overdue",
      ]);
      expect(watched.working.changes).toEqual([
        "0 00:00 no clock",
        "0 17:00 ready, due 19",
        "3 09:30 in-work, due 19",
        "5 17:00 waiting-for-customer, due 19",
        "6 00:00 waiting-for-customer, due 20",
        "7 00:00 waiting-for-customer, due 21",
        "10 00:00 waiting-for-customer, due 24",
        "10 09:30 in-work, due 24",
        "21 17:00 in-review, due none",
        "26 11:30 in-work, due 27",
        "28 00:00 in-work, due 27, overdue",
        "31 17:00 in-review, due none",
        "39 00:00 no clock",
      ]);
      expect(month.mailsTo("working")).toEqual([
        "5 16:30 orderMessage",
        "21 16:30 orderDelivered",
        "31 16:30 orderDelivered",
        "37 12:00 deliveryReminder",
        "39 00:00 orderComplete",
      ]);
      expect(month.mailsTo("quick")).toEqual([
        "5 08:00 dailyNews",
        "10 12:00 deliveryReminder",
        "12 00:00 orderComplete",
      ]);
      expect(watched.accepted.changes).toEqual([
        "0 00:00 unpaid",
        "3 11:30 in-work",
        "4 17:00 in-review",
        "12 00:00 accepted",
      ]);
      expect(watched.quickPasswords.changes).toEqual(["0 00:00 0", "3 11:30 1", "42 00:00 0"]);
      expect(watched.workingPasswords.changes).toEqual(["0 00:00 0", "0 17:00 1", "69 00:00 0"]);
      expect(await month.jobs()).toEqual([]);
    },
    scaled(120_000),
  );
});
