import { expect, test } from "vitest";
import { receiveMessage } from "#inbox/messages/receive-message.ts";
import type { TeamAddress } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import { notifyOfReview } from "#orders/order-emails.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { type Actor, actorWithRole, visitor } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { letter, sender } from "../../../tests/support/mail/inbox.ts";
import { postFor } from "../../../tests/support/mail/post.ts";
import { orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { sendOrderMessage } from "../messages/send-order-message.ts";
import { dailyEmailJobs } from "./daily-email.server.ts";
import { orderNewsJobs } from "./order-news.server.ts";
import { readTeamChoices, saveTeamChoices } from "./team-choices.ts";

const hourMs = 60 * 60_000;
const firstAdmin = "own@example.com";
const mo = actorWithRole("Manager", { accountId: "mo", email: "mo@example.com" });
const wim = actorWithRole("Worker", { accountId: "wim", email: "wim@example.com" });
const acc = actorWithRole("Accountant", { accountId: "acc", email: "acc@example.com" });
const edna = actorWithRole("Editor", { accountId: "edna", email: "edna@example.com" });
const team: readonly TeamAddress[] = [
  { accountId: "account-own", email: firstAdmin, role: "Admin" },
  { accountId: "mo", email: mo.email, role: "Manager" },
  { accountId: "wim", email: wim.email, role: "Worker" },
  { accountId: "acc", email: acc.email, role: "Accountant" },
  { accountId: "edna", email: edna.email, role: "Editor" },
];

/** A shop without an owner's address, with the clock at 12:00 on 20 November 2026 in UTC. */
async function openTeam(database: Database, ownerEmail?: string) {
  const { shop: opened, id } = await orderIn("paid", database);
  const post = postFor({
    ownerEmail,
    clock: opened.clock,
    readTeam: async () => team,
    readFirstAdmin: async () => firstAdmin,
  });
  const shop = { ...opened, post };
  const handlers = { ...orderNewsJobs(post), ...dailyEmailJobs(post) };
  const since = shop.time.now;
  return {
    shop,
    id,
    handlers,
    choose: (actor: Actor, choices: object) => saveTeamChoices(shop, actor, choices),
    async pass(ms: number) {
      shop.time.now += ms;
      while (await runDueJob({ ...shop, handlers }));
    },
    /** Recipients and templates of the emails to the team, oldest first. */
    async toTeam() {
      const rows = await database.read
        .selectFrom("mail_outbox")
        .select(["letter", "recipient"])
        .where("created_at", ">", since)
        .where("letter", "like", "%Owner")
        .orderBy("id")
        .execute();
      return rows.map(({ letter: name, recipient }) => `${name} ${recipient}`);
    },
  };
}

describeStore("What the team is told", (openDatabase) => {
  test("goes to each person as chosen, topic by topic, and only as far as their role reads", async () => {
    const { shop, choose, toTeam } = await openTeam(await openDatabase());
    const topicsOf = async (actor: Actor) =>
      (await readTeamChoices(shop, actor)).map(({ topic }) => topic);
    expect(await topicsOf(owner)).toEqual([
      "orders",
      "messages",
      "deliveries",
      "assignments",
      "reviews",
      "failures",
    ]);
    expect(await topicsOf(mo)).toEqual([
      "orders",
      "messages",
      "deliveries",
      "assignments",
      "reviews",
    ]);
    expect(await topicsOf(wim)).toEqual(["messages", "deliveries", "assignments"]);
    expect(await topicsOf(acc)).toEqual(["orders", "reviews"]);
    for (const actor of [edna, ada]) {
      await expect(readTeamChoices(shop, actor)).rejects.toMatchObject({ code: "forbidden" });
    }
    await expect(choose(visitor, {})).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(choose(mo, { orders: "weekly" })).rejects.toMatchObject({ code: "invalid" });

    const all = { orders: "at-once", messages: "at-once", reviews: "at-once", failures: "at-once" };
    await choose(owner, { orders: "never" });
    for (const actor of [mo, wim, acc]) await choose(actor, all);
    shop.time.now += 1;
    await placeOrder(shop, ada, orderForm);
    const inbox = { ...shop, configuration: shop.configuration };
    await receiveMessage(inbox, sender, letter);
    await shop.database.write((tx) => notifyOfReview(shop.post)(tx, "Another amount."));
    await shop.database.write((tx) =>
      queueEmail(tx, shop.post, {
        name: "backupFailedOwner",
        values: { failure: "No space." },
        path: "/status",
      }),
    );
    expect(await toTeam()).toEqual([
      `orderPlacedOwner ${acc.email}`,
      `orderPlacedOwner ${mo.email}`,
      `newMessageOwner ${firstAdmin}`,
      `newMessageOwner ${mo.email}`,
      `paymentReviewOwner ${acc.email}`,
      `paymentReviewOwner ${firstAdmin}`,
      `paymentReviewOwner ${mo.email}`,
      `backupFailedOwner ${firstAdmin}`,
    ]);
  });

  test("once a day is one email at eight, with each thing exactly once, also when the process dies while it is written", async () => {
    const database = await openDatabase();
    const { shop, id, handlers, choose, pass, toTeam } = await openTeam(database);
    await choose(owner, { orders: "never", messages: "never" });
    await choose(mo, { orders: "daily", messages: "daily" });
    shop.time.now += 1;
    await placeOrder(shop, ada, orderForm);
    await receiveMessage(shop, sender, letter);
    await sendOrderMessage(shop, ada, id, { text: "How far are you?", key: newId() });
    await pass(hourMs);
    expect(await toTeam()).toEqual([]);
    // The process dies before the transaction of the job is committed.
    shop.time.now += 24 * hourMs;
    const dying = Object.fromEntries(
      Object.entries(handlers).map(([kind, handle]) => [
        kind,
        async (...given: Parameters<typeof handle>) => {
          await handle(...given);
          throw new Error("killed");
        },
      ]),
    );
    await runDueJob({ ...shop, handlers: dying }).catch(() => {});
    expect(await toTeam()).toEqual([]);
    await pass(hourMs);
    await pass(48 * hourMs);
    expect(await toTeam()).toEqual([`dailyNewsOwner ${mo.email}`]);
    const { text_body: text } = await database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .where("letter", "=", "dailyNewsOwner")
      .executeTakeFirstOrThrow();
    for (const once of ["How far are you?", "New order", "New message: A question"]) {
      expect(text.split(once)).toHaveLength(2);
    }
  });

  test("waits no longer when the person chooses “never”, and is not sent after the role is lost", async () => {
    const database = await openDatabase();
    const { shop, choose, pass, toTeam } = await openTeam(database);
    const waiting = async () =>
      (await database.read.selectFrom("daily_notices").select("email").execute()).length;
    await choose(owner, { orders: "never" });
    await choose(mo, { orders: "daily" });
    await choose(acc, { orders: "daily" });
    await placeOrder(shop, ada, orderForm);
    expect(await waiting()).toBe(2);
    await choose(mo, { orders: "never" });
    expect(await waiting()).toBe(1);
    const withoutAcc = postFor({
      clock: shop.clock,
      readTeam: async () => team.filter(({ accountId }) => accountId !== "acc"),
    });
    shop.time.now += 24 * hourMs;
    while (await runDueJob({ ...shop, handlers: dailyEmailJobs(withoutAcc) }));
    await pass(24 * hourMs);
    expect([await waiting(), await toTeam()]).toEqual([0, []]);
  });
});
