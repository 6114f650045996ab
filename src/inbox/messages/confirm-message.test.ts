import { expect, test } from "vitest";
import { siteWords } from "#content/blocks/site-words.ts";
import { seededWords } from "#content/model/seeded-words.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { system } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { letter, openInbox, receive } from "../../../tests/support/mail/inbox.ts";
import { storeMessage } from "./receive-message.ts";

describeOnEachDatabase("The confirmation of a contact message", (openDatabase) => {
  const open = async () => {
    const database = await openDatabase();
    const inbox = openInbox(database);
    return {
      ...inbox,
      promise: (answerTime: string) =>
        database.write((tx) =>
          insertRecord(
            tx,
            siteWords,
            { ...seededWords, answerTime },
            { actor: system, author: "test", at: inbox.clock() },
          ),
        ),
      confirmations: () =>
        database.read
          .selectFrom("mail_outbox")
          .selectAll()
          .where("letter", "=", "messageReceived")
          .orderBy("id")
          .execute(),
      count: async () =>
        (
          await database.read
            .selectFrom("mail_outbox")
            .select("id")
            .where("letter", "=", "messageReceived")
            .execute()
        ).length,
    };
  };

  test("promises the time of the answer and quotes the message, under a subject of ours", async () => {
    const { confirmations, promise, ...inbox } = await open();
    await promise("two working days");
    await receive(inbox, { subject: "WIN WIN WIN" });
    const [mail] = await confirmations();
    expect(mail).toMatchObject({
      recipient: letter.email,
      subject: "We have received your message",
      reply_to: null,
    });
    const text = mail?.text_body.replace(/\s+/g, " ");
    expect(text).toContain(
      "Thank you, Ann Field. Your message has reached us, and a person answers within two working days.",
    );
    expect(text).toContain("“When do you sow? I have clay.”");
    expect(text).not.toContain("WIN");
  });

  test("promises no time that the owner has not chosen", async () => {
    const { confirmations, ...inbox } = await open();
    await receive(inbox, {});
    const [mail] = await confirmations();
    expect(mail?.text_body).toContain("as soon as possible");
  });

  test("carries no link and no text of a stranger but the quote", async () => {
    const { confirmations, ...inbox } = await open();
    const spam = "Visit https://spam.example or spam.example now";
    await receive(inbox, { name: "Spam.example wins", subject: spam, message: spam });
    const [mail] = await confirmations();
    expect(mail?.text_body).toContain("Visit [left out] or [left out] now");
    expect(JSON.stringify(mail)).not.toMatch(/spam\.example/i);
  });

  test("is sent once when the form is sent again, and again for another message", async () => {
    const { count, ...inbox } = await open();
    await receive(inbox, {}, {}, { email: "ANN@example.com" });
    expect(await count()).toBe(1);
    await receive(inbox, { message: "And when do you mow?" });
    expect(await count()).toBe(2);
    inbox.time.now += 11 * 60_000;
    await receive(inbox, {});
    expect(await count()).toBe(3);
  });

  test("is limited for each mailbox and in all, while every message is received", async () => {
    const { count, ...inbox } = await open();
    const strict = { ...inbox, post: { ...inbox.post, configuration: { rateLimitFactor: 1 } } };
    for (let sent = 0; sent < 5; sent++) await receive(strict, { message: `Message ${sent}` });
    expect(await count()).toBe(3);
    for (let sent = 0; sent < 70; sent++) {
      await receive(strict, { email: `ann${sent}@example.com` });
    }
    expect(await count()).toBe(58);
    expect(await inbox.toOwner()).toHaveLength(75);
  });

  test.each(["no-reply@example.com", "postmaster@example.com", "MAILER-DAEMON@example.com"])(
    "is not sent to %s",
    async (email) => {
      const { count, ...inbox } = await open();
      await receive(inbox, { email });
      expect(await count()).toBe(0);
    },
  );

  test("is not caused by an email, so that two programs never answer each other", async () => {
    const { count, database, post } = await open();
    await database.write((tx) => storeMessage(tx, post, letter));
    expect(await count()).toBe(0);
  });
});
