import { expect, test } from "vitest";
import { mailParsers } from "#mail/incoming/mail-parsers.ts";
import { listReceivedMails, readReceivedMail } from "#mail/incoming/read-incoming-mails.ts";
import { receiveMail } from "#mail/incoming/receive-mail.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Parse } from "#platform/parsing/parser.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../../tests/support/databases/delete-expired.ts";
import { personalRecords } from "../../../tests/support/databases/personal-records.ts";
import { openReplies, replyAddress } from "../../../tests/support/mail/replies.ts";
import { automaticMails, sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { readOrderMessages } from "../messages/read-order-messages.ts";
import { decideWaitingMail } from "./decide-waiting-mail.ts";
import { personalIncomingMails } from "./personal-incoming-mails.server.ts";

const hourMs = 60 * 60_000;
const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };

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
      to.replace(/[0-9a-v]@/, (end) => (end === "0@" ? "1@" : "0@")),
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

  test("that exceeds a limit of reading waits for an admin, who sees it as it arrived", async () => {
    const { shop, emailAbout, judgeMail } = await open();
    const { reply_to: to } = await emailAbout();
    const parse: Parse = async (parser, input) => {
      if (parser.name === mailParsers.whole.name) throw new AppError("too-large", parser.excess);
      return shop.parse(parser, input);
    };
    const raw = sampleMail({ to, body: "I have written much." });
    const received = await receiveMail({ ...shop, judgeMail, parse }, raw);
    expect(received).toMatchObject({ state: "waiting", reason: "unparsed" });
    const { original } = await readReceivedMail(shop, owner, received.id);
    expect(original).toContain("I have written much.");
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
      [
        "customer",
        "[The team added this email. It says that it is from home@example.net.]\n\nFrom home.",
      ],
    ]);
    expect((await auditEntries(shop.database)).slice(-2)).toMatchObject([
      { action: "Add email to conversation" },
      { action: "Dismiss email" },
    ]);
  });

  test("is dropped when a program or the site itself sent it", async () => {
    const { receive, emailAbout, texts } = await open();
    const { reply_to: to } = await emailAbout();
    for (const [reason, mail] of Object.values(automaticMails)) {
      const state = reason === "bulk" ? "waiting" : "dropped";
      expect(await receive({ ...mail, to })).toMatchObject({ state, reason });
    }
    expect(await receive({ from: to, to })).toMatchObject({ reason: "own" });
    expect(await receive({ from: "Shop@example.org", to })).toMatchObject({ reason: "own" });
    expect(await texts()).toHaveLength(1);
  });

  test("waits for an admin when it is a list's, empty, damaged, or about a closed order", async () => {
    const { shop, order, emailAbout, receive, texts } = await open();
    const { reply_to: to } = await emailAbout();
    const waiting = (reason: string) => ({ state: "waiting", reason });
    const headers = ["List-Id: <sales.example.com>", "Precedence: list"];
    expect(await receive({ to, headers, body: "Yes." })).toMatchObject(waiting("bulk"));
    const quote = "\n\n> --- Write above this line to reply ---\n> Which address?";
    const empty = await receive({ to, body: quote });
    expect(empty).toMatchObject(waiting("empty"));
    await decideWaitingMail(shop, owner, empty.id, { decision: "add" });
    expect((await texts()).at(-1)?.[1]).toContain("> Which address?");
    const parts = Array.from({ length: 1200 }, () => "--b\n\nYes.").join("\n");
    const damaged = { to, headers: ["Content-Type: multipart/mixed; boundary=b"], body: parts };
    const unread = await receive(damaged);
    expect(unread).toMatchObject(waiting("unreadable"));
    expect((await readReceivedMail(shop, owner, unread.id)).original).toContain("Yes.");
    await shop.database.write((tx) =>
      tx
        .updateTable("orders")
        .set({ payment_status: "Refunded" })
        .where("id", "=", order.id)
        .execute(),
    );
    expect(await receive({ to })).toMatchObject(waiting("closed"));
    expect(await texts()).toHaveLength(2);
  });

  test("never shows the reply address, in whatever form it stands in the email", async () => {
    const { shop, emailAbout, receive, texts } = await open();
    const { reply_to: to } = await emailAbout();
    const [, token = ""] = /\+([^@]+)@/.exec(to) ?? [];
    const half = token.slice(0, 15);
    const forms = [
      to,
      `<${to}>`,
      `mailto:${encodeURIComponent(to)}`,
      to.replace(token, `${half}\n> ${token.slice(15)}`),
      to.replace("@", "\n@"),
      to.replace(token, `${half}\u200b${token.slice(15)}`),
    ];
    await receive({ to, body: forms.join("\n\nand\n\n") });
    const html = `<p>Yes <a href="mailto:${to}">write</a> to ${to.replace(token, `${half}<wbr>${token.slice(15)}`)}</p>`;
    await receive({ to, headers: ["Content-Type: text/html"], body: html });
    const shown = JSON.stringify([
      await texts(),
      await shop.database.read.selectFrom("incoming_mails").selectAll().execute(),
    ]);
    expect(shown).not.toContain(token.slice(15));
    expect(shown).not.toContain(half);
  });

  test("is accepted at most 20 times an hour for one order", async () => {
    const { shop, place, emailAbout, receive, texts } = await open();
    const { reply_to: to } = await emailAbout();
    for (let count = 0; count < 20; count++) {
      expect(await receive({ to })).toMatchObject({ state: "added" });
    }
    for (let count = 0; count < 20; count++) {
      expect(await receive({ to })).toMatchObject({ state: "waiting", reason: "too-many" });
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

  test("is in the sender's download of personal data, and is deleted with the account or after 400 days", async () => {
    const { shop, emailAbout, receive, texts } = await open();
    const { database } = shop;
    const { reply_to: to } = await emailAbout();
    await receive({ to, body: "My words." });
    await receive({ from: "ben@example.com", to, body: "Words about Ada." });
    await receive({ from: "ben@example.com", to: replyAddress });
    const told = await personalRecords(database, personalIncomingMails);
    expect(told).toMatchObject([{ text: "My words.", state: "added" }]);
    await database.write((tx) => personalIncomingMails.forget(tx, person));
    const left = () => listReceivedMails(shop, owner, { limit: 10 });
    expect(await left()).toMatchObject([{ reason: "unknown-address" }]);
    expect((await texts()).at(-1)).toEqual(["customer", "My words."]);
    shop.time.now += 401 * 24 * hourMs;
    await deleteAllExpired(shop);
    expect(await left()).toEqual([]);
  });
});

test("emails have no reply address on a site that receives no replies", async () => {
  const { replyReferences } = await import("../news/reply-address.ts");
  const order = { id: newId(), number: 1 };
  const site = {
    secret: "a secret of thirty-two characters",
    clock: Date.now,
    replyAddress: undefined,
  };
  expect(replyReferences(site, order, "customer", person)).toEqual({});
});
