import { expect, test } from "vitest";
import { auditEntries } from "../../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../../tests/support/databases/databases.ts";
import { automaticMails, sampleMail } from "../../../../tests/support/mail/sample-mails.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../../tests/support/orders/shop.ts";
import { deleteExpiredIncomingMails } from "../../../mail/incoming/delete-expired-incoming-mails.ts";
import { listReceivedMails, readReceivedMail } from "../../../mail/incoming/read-incoming-mails.ts";
import { receiveMail } from "../../../mail/incoming/receive-mail.ts";
import type { Database } from "../../../platform/database/database.ts";
import { newId } from "../../../platform/ids.ts";
import { runDueJob } from "../../../platform/schedule/scheduled-jobs.server.ts";
import type { SignedInActor } from "../../../policy/actor.ts";
import { recordManualPayment } from "../../manual-payments/record-manual-payment.ts";
import { placeOrder } from "../../placing/place-order.ts";
import { readOrderMessages } from "../messages/read-order-messages.ts";
import { sendOrderMessage } from "../messages/send-order-message.ts";
import { orderNewsJobs } from "../news/order-news.server.ts";
import { decideWaitingMail } from "./decide-waiting-mail.ts";
import { judgeReplies } from "./judge-reply.ts";
import { personalIncomingMails } from "./personal-incoming-mails.server.ts";

const replyAddress = "reply@example.org";
const hourMs = 60 * 60_000;
const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };

async function openReplies(database: Database) {
  const opened = await openShop(database);
  const shop = { ...opened, post: { ...opened.post, replyAddress } };
  const people = new Map([ada, ben, owner].map((actor) => [(actor as SignedInActor).email, actor]));
  const judgeMail = judgeReplies({
    ...shop,
    configuration: { rateLimitFactor: 1 },
    replyAddress,
    findSender: async (_tx, email) => people.get(email.toLowerCase()) as SignedInActor | undefined,
    readOwnSender: async () => "shop@example.org",
  });
  const place = async (customer = ada) => {
    const order = await placeOrder(shop, customer, orderForm);
    const payment = { amount: "149.00", date: "2026-11-20", reference: newId(), key: newId() };
    await recordManualPayment(shop, owner, order.id, payment);
    return order;
  };
  const order = await place();
  const handlers = orderNewsJobs(shop.post);
  const emails = () =>
    database.read
      .selectFrom("mail_outbox")
      .select(["id", "recipient", "reply_to", "thread", "text_body", "letter"])
      .where("letter", "in", ["orderMessage", "orderMessageOwner"])
      .orderBy("id")
      .execute();
  /** Writes a message and returns the email about it. */
  const emailAbout = async (actor = owner, orderId = order.id) => {
    await sendOrderMessage(shop, actor, orderId, { text: "Which address?", key: newId() });
    shop.time.now += hourMs;
    while (await runDueJob({ ...shop, handlers }));
    const email = (await emails()).at(-1);
    if (email?.reply_to == null) throw new Error("The email has no reply address.");
    return { ...email, reply_to: email.reply_to };
  };
  const receive = (mail: Parameters<typeof sampleMail>[0]) =>
    receiveMail({ ...shop, judgeMail }, sampleMail(mail));
  const texts = async (orderId = order.id) =>
    (await readOrderMessages(shop, owner, orderId)).messages.map(({ side, text }) => [side, text]);
  const runJobs = async () => {
    shop.time.now += hourMs;
    while (await runDueJob({ ...shop, handlers }));
  };
  return { emails, runJobs, shop, order, place, people, emailAbout, receive, texts, judgeMail };
}

describeOnEachDatabase("A reply by mail", (openDatabase) => {
  const open = async () => openReplies(await openDatabase());

  test("becomes a message of the customer, and an email to the owner", async () => {
    const { emailAbout, receive, texts, order } = await open();
    const email = await emailAbout();
    expect(email.text_body).toMatch(/^--- Write above this line to reply ---\n/);
    expect(email.thread).toBe(`order-${order.id}@furrow`);
    expect(email.reply_to.split("@")[0]?.length).toBeLessThanOrEqual(64);
    const body = "The old one.\n\n> --- Write above this line to reply ---\n> Which address?";
    // Some servers change the case of an address.
    const to = email.reply_to.toUpperCase();
    expect(await receive({ to, body })).toMatchObject({ state: "added", reason: null });
    expect((await texts()).at(-1)).toEqual(["customer", "The old one."]);
  });

  test("of an admin is a message of the team, in the audit log", async () => {
    const { shop, order, emailAbout, receive, texts } = await open();
    const { reply_to: to, recipient } = await emailAbout(ada);
    expect(recipient).toBe("own@example.com");
    await receive({ from: "own@example.com", to, body: "We keep it." });
    expect((await texts()).at(-1)).toEqual(["team", "We keep it."]);
    expect((await auditEntries(shop.database)).at(-1)).toMatchObject({
      action: "Send order message",
    });
    const talk = await readOrderMessages(shop, owner, order.id);
    expect(talk.messages.at(-1)).toMatchObject({ author: "own@example.com" });
  });

  test("is matched to its order by the email's Message-ID when mail servers drop the token", async () => {
    const { emailAbout, receive, texts } = await open();
    const { id } = await emailAbout();
    await receive({ headers: [`In-Reply-To: <${id}@furrow>`], body: "By In-Reply-To." });
    await receive({
      headers: [`References: <x@example.com>\r\n <${id}@furrow>`],
      body: "By References.",
    });
    expect((await texts()).slice(-2)).toEqual([
      ["customer", "By In-Reply-To."],
      ["customer", "By References."],
    ]);
    const unknown = await receive({ headers: [`In-Reply-To: <${newId()}@furrow>`] });
    expect(unknown).toMatchObject({ state: "dropped", reason: "unknown-address" });
  });

  test("is one message when the email is received twice, by eight processes at once, or with other headers", async () => {
    const { shop, emailAbout, receive, texts } = await open();
    const { reply_to: to } = await emailAbout();
    const mail = { to, body: "Once.", messageId: "once@example.com" };
    const results = await Promise.all(Array.from({ length: 8 }, () => receive(mail)));
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(await receive({ ...mail, headers: ["Received: by an alias"] })).toMatchObject({
      id: results[0]?.id,
      state: "added",
    });
    expect((await texts()).filter(([, text]) => text === "Once.")).toHaveLength(1);
    const [row] = await listReceivedMails(shop, owner, { limit: 10 });
    expect(row).toMatchObject({ state: "added", repeats: 1 });
  });

  test("leaves nothing when its process dies in the transaction, and is stored by the next attempt", async () => {
    const { shop, emailAbout, texts, judgeMail, receive } = await open();
    const { reply_to: to } = await emailAbout();
    const mail = { to, body: "Once.", messageId: "killed@example.com" };
    const dying = {
      ...shop,
      judgeMail: async (...given: Parameters<typeof judgeMail>) => {
        await judgeMail(...given);
        throw new Error("The process dies.");
      },
    };
    await expect(receiveMail(dying, sampleMail(mail))).rejects.toThrow("dies");
    expect(await listReceivedMails(shop, owner, { limit: 10 })).toEqual([]);
    await receive(mail);
    await receive(mail);
    expect((await texts()).filter(([, text]) => text === "Once.")).toHaveLength(1);
  });

  test("to a forged or changed address is dropped, and its text is not stored", async () => {
    const { shop, place, emailAbout, receive, texts } = await open();
    const { reply_to: to } = await emailAbout();
    const other = await place(ben);
    const forged = [
      to.replace(/\+c\d+-/, `+c${other.number}-`),
      to.replace(/\+c/, "+t"),
      to.replace(/[0-9a-f]@/, (end) => (end === "0@" ? "1@" : "0@")),
      to.replace("@example.org", "@example.com"),
      "reply+c1-@example.org",
    ];
    for (const address of forged) {
      expect(await receive({ to: address, body: "A secret" })).toMatchObject({
        state: "dropped",
        reason: "unknown-address",
      });
    }
    expect(await texts(other.id)).toEqual([]);
    const [row] = await listReceivedMails(shop, owner, { limit: 1 });
    const whole = await readReceivedMail(shop, owner, row?.id ?? "");
    expect(whole).toMatchObject({ original: "", text: "", sender: "ada@example.com" });
  });

  test("from another sender waits for an admin, who adds it once or dismisses it", async () => {
    const { shop, emailAbout, receive, texts } = await open();
    const { reply_to: to } = await emailAbout();
    const from = "Ada at home <home@example.net>";
    const first = await receive({ from, to, body: "From home." });
    const second = await receive({ from: "ben@example.com", to, body: "From Ben." });
    expect([first.state, second.state]).toEqual(["waiting", "waiting"]);
    expect(await texts()).toHaveLength(1);
    const decide = (id: string, decision: string, actor = owner) =>
      decideWaitingMail(shop, actor, id, { decision });
    await expect(decide(first.id, "add", ada)).rejects.toThrow("permission");
    await expect(decide(first.id, "keep")).rejects.toThrow();
    await expect(decide(newId(), "add")).rejects.toThrow("no such email");
    const both = await Promise.allSettled([decide(first.id, "add"), decide(first.id, "add")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await decide(second.id, "dismiss");
    await expect(decide(second.id, "add")).rejects.toThrow("no longer waiting");
    expect((await texts()).slice(1)).toEqual([
      ["customer", "home@example.net wrote by email:\n\nFrom home."],
    ]);
    expect((await auditEntries(shop.database)).slice(-2)).toMatchObject([
      { action: "Add email to conversation" },
      { action: "Dismiss email" },
    ]);
  });

  test("from a former admin or a person without an account waits for an admin", async () => {
    const { emailAbout, receive, people } = await open();
    const { reply_to: to } = await emailAbout(ada);
    people.set("own@example.com", { ...(owner as SignedInActor), kind: "customer" });
    expect(await receive({ from: "own@example.com", to })).toMatchObject({ state: "waiting" });
    people.delete("own@example.com");
    expect(await receive({ from: "own@example.com", to })).toMatchObject({ state: "waiting" });
    // A customer cannot answer for the team.
    expect(await receive({ from: "ada@example.com", to })).toMatchObject({ state: "waiting" });
  });

  test("is dropped when it is automatic, empty, from the site itself, or about a closed order", async () => {
    const { shop, order, emailAbout, receive, texts } = await open();
    const { reply_to: to } = await emailAbout();
    for (const [reason, mail] of Object.values(automaticMails)) {
      expect(await receive({ ...mail, to })).toMatchObject({ state: "dropped", reason });
    }
    const empty = "\n\n> --- Write above this line to reply ---\n> Which address?";
    expect(await receive({ to, body: empty })).toMatchObject({ reason: "empty" });
    expect(await receive({ from: to, to })).toMatchObject({ reason: "own" });
    expect(await receive({ from: "Shop@example.org", to })).toMatchObject({ reason: "own" });
    await shop.database.write((tx) =>
      tx
        .updateTable("orders")
        .set({ payment_status: "Refunded" })
        .where("id", "=", order.id)
        .execute(),
    );
    expect(await receive({ to })).toMatchObject({ reason: "closed" });
    expect(await texts()).toHaveLength(1);
  });

  test("is accepted at most 20 times an hour for one order", async () => {
    const { shop, place, emailAbout, receive, texts } = await open();
    const { reply_to: to } = await emailAbout();
    for (let count = 0; count < 20; count++) {
      expect(await receive({ to })).toMatchObject({ state: "added" });
    }
    expect(await receive({ to })).toMatchObject({ state: "dropped", reason: "too-many" });
    const other = await place();
    const { reply_to: elsewhere } = await emailAbout(owner, other.id);
    expect(await receive({ to: elsewhere })).toMatchObject({ state: "added" });
    shop.time.now += hourMs;
    expect(await receive({ to })).toMatchObject({ state: "added" });
    expect(await texts()).toHaveLength(22);
  });

  test("with a password is added, tells both sides where to enter passwords, and is quoted in no email", async () => {
    const { emailAbout, receive, texts, emails, runJobs } = await open();
    const { reply_to: to } = await emailAbout();
    const body = "The password: barley99\nThank you.";
    expect(await receive({ to, body })).toMatchObject({ state: "added" });
    expect((await texts()).at(-1)?.[1]).toMatch(
      /^The password: barley99\nThank you\.\n\n\[This email contains a password\. Move/,
    );
    await receive({ from: "home@example.net", to, body });
    await receive({ to, body: "One more thing." });
    await runJobs();
    const [toCustomer, toOwner, ...more] = (await emails()).slice(1);
    expect(more).toEqual([]);
    expect(toCustomer).toMatchObject({ letter: "orderMessage", recipient: "ada@example.com" });
    expect(toCustomer?.text_body).toContain("There is a password in your email.");
    expect(toOwner).toMatchObject({ letter: "orderMessageOwner" });
    expect(toOwner?.text_body).toContain("The password: (a password)\nThank you.");
    expect(toOwner?.text_body).toContain("This email contains a password.");
    expect(JSON.stringify([toCustomer, toOwner])).not.toContain("barley99");
  });

  test("says which parts of the email were left out", async () => {
    const { emailAbout, receive, texts } = await open();
    const { reply_to: to } = await emailAbout();
    const body = `--b\n\n${"😀".repeat(6000)}\n--b\nContent-Type: image/png\nContent-Disposition: attachment; filename="a.png"\n\nx\n--b--\n`;
    await receive({ to, headers: ['Content-Type: multipart/mixed; boundary="b"'], body });
    const text = (await texts()).at(-1)?.[1] ?? "";
    expect(text.length).toBeLessThanOrEqual(10_000);
    expect(text.length).toBeGreaterThan(9_900);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toMatch(
      /rest of this email is left out.*\n\n\[1 attachment of this email was left out/,
    );
  });

  test("is in the sender's download of personal data, and is deleted with the account or after 400 days", async () => {
    const { shop, emailAbout, receive, texts } = await open();
    const { database } = shop;
    const { reply_to: to } = await emailAbout();
    await receive({ to, body: "My words." });
    await receive({ from: "ben@example.com", to, body: "Words about Ada." });
    await receive({ from: "ben@example.com", to: replyAddress });
    const told = [];
    for await (const part of personalIncomingMails.records(database.read, person))
      told.push(...part);
    expect(told).toMatchObject([{ text: "My words.", state: "added" }]);
    await database.write((tx) => personalIncomingMails.forget(tx, person));
    const left = () => listReceivedMails(shop, owner, { limit: 10 });
    expect(await left()).toMatchObject([{ reason: "unknown-address" }]);
    expect((await texts()).at(-1)).toEqual(["customer", "My words."]);
    shop.time.now += 401 * 24 * hourMs;
    await deleteExpiredIncomingMails(shop);
    expect(await left()).toEqual([]);
  });
});

test("emails have no reply address on a site that receives no replies", async () => {
  const { replyReferences } = await import("./reply-address.ts");
  const order = { id: newId(), number: 1, companyId: "account-ada" };
  const secret = "a secret of thirty-two characters";
  expect(replyReferences({ secret, replyAddress: undefined }, order, "customer")).toEqual({});
});
