import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../../tests/support/databases/delete-expired.ts";
import { letter, openInbox, receive, sender } from "../../../tests/support/mail/inbox.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { answerMessage } from "./answer-message.ts";
import { deleteMessage, putBackMessage, setMessageStatus } from "./change-message.ts";
import { countUnread, listMessages } from "./list-messages.ts";
import { receiveMessage } from "./receive-message.ts";
import { readMessage, viewMessage } from "./view-message.ts";

const dayMs = 24 * 60 * 60 * 1000;

describeStore("A message", (openDatabase) => {
  const open = async () => openInbox(await openDatabase());

  test("is stored as UnRead, whatever status its sender gives, and the owner gets an email", async () => {
    const inbox = await open();
    const sent = { ...letter, messageStatus: "Read" };
    const message = await receiveMessage(inbox, sender, sent);
    expect(await readMessage(inbox, owner, message._id)).toEqual({
      ...letter,
      _id: message._id,
      messageStatus: "UnRead",
    });
    expect(await inbox.toOwner()).toMatchObject([
      {
        recipient: "own@example.com",
        letter: "newMessageOwner",
        about: message._id,
        reply_to: letter.email,
        subject: "New message: A question",
        text_body: expect.stringContaining(`https://furrow.example/view/${message._id}`),
      },
    ]);
  });

  test("over the limit of one client address is rejected, and a message from another address is accepted", async () => {
    const inbox = await open();
    const strict = { ...inbox, configuration: { ...inbox.configuration, rateLimitFactor: 1 } };
    for (let sent = 0; sent < 5; sent++) await receiveMessage(strict, sender, letter);
    const refused = receiveMessage(strict, sender, letter);
    await expect(refused).rejects.toMatchObject({ code: "too-many", retryAfterSeconds: 600 });
    await receiveMessage(strict, { clientAddress: "198.51.100.1" }, letter);
    expect(await countUnread(inbox, owner, 100)).toBe(6);
    expect(await inbox.toOwner()).toHaveLength(6);
  });

  test("over the limit of all client addresses together is rejected and not emailed", async () => {
    const inbox = await open();
    const strict = { ...inbox, configuration: { ...inbox.configuration, rateLimitFactor: 0.1 } };
    const flood = Array.from({ length: 60 }, (_, client) =>
      receiveMessage(strict, { clientAddress: `203.0.113.${client}` }, letter),
    );
    const outcomes = await Promise.allSettled(flood);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
    expect(await inbox.toOwner()).toHaveLength(30);
  });

  test("can be marked read and unread, with one audit entry for each change", async () => {
    const inbox = await open();
    const [id = ""] = await receive(inbox, {});
    for (const messageStatus of ["Read", "Read", "UnRead"]) {
      const marked = await setMessageStatus(inbox, owner, id, { messageStatus });
      expect(marked.messageStatus).toBe(messageStatus);
    }
    expect(await inbox.auditLog()).toMatchObject([
      { action: "Mark message Read", subject_id: id, before_json: '{"messageStatus":"UnRead"}' },
      { action: "Mark message UnRead", after_json: '{"messageStatus":"UnRead"}' },
    ]);
  });

  test("gets one answer by email, however often Send is clicked", async () => {
    const inbox = await open();
    const [id = ""] = await receive(inbox, { subject: "Hi", name: "<b>Ann</b>" });
    const answer = { subject: "Re: Hi", text: "In May.\n<script>alert(1)</script>" };
    const clicks = Array.from({ length: 3 }, () => answerMessage(inbox, owner, id, answer, "key"));
    await Promise.all(clicks);
    const mails = (await inbox.outbox()).filter(({ letter: name }) => name === null);
    expect(mails).toMatchObject([
      { recipient: letter.email, subject: "Re: Hi", about: id, reply_to: "own@example.com" },
    ]);
    expect(mails[0]?.text_body).toContain("In May.");
    expect(mails[0]?.text_body).toMatch(
      /On Nov 20, 2026.* <b>Ann<\/b> wrote:\n> When do you sow\?\n> I have clay\./,
    );
    expect(mails[0]?.html_body).not.toMatch(/<script|<b>/);
    expect(await viewMessage(inbox, owner, id)).toMatchObject({
      message: { messageStatus: "Read" },
      answers: [{ ...answer, author: "own@example.com", sentAt: inbox.time.now }],
    });
    expect(await inbox.auditLog()).toMatchObject([
      { action: "Answer message", author: "own@example.com" },
    ]);
  });

  test("cannot be answered with an empty text or a subject of two lines", async () => {
    const inbox = await open();
    const [id = ""] = await receive(inbox, {});
    const wrong = answerMessage(inbox, owner, id, {
      subject: "a\r\nBcc: eve@example.com",
      text: " ",
    });
    await expect(wrong).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: "subject" }, { path: "text" }],
    });
    const byAda = answerMessage(inbox, ada, id, { subject: "Re", text: "Yes" });
    await expect(byAda).rejects.toMatchObject({ code: "forbidden" });
    expect(await inbox.outbox()).toHaveLength(2);
  });

  test("in the trash is in no list, cannot be answered, and can be restored", async () => {
    const inbox = await open();
    const [first = "", second = "", third = ""] = await receive(inbox, {}, {}, {});
    await deleteMessage(inbox, owner, second);
    await expect(readMessage(inbox, owner, second)).rejects.toMatchObject({ code: "not-found" });
    await expect(deleteMessage(inbox, owner, second)).rejects.toMatchObject({ code: "not-found" });
    const answer = answerMessage(inbox, owner, second, { subject: "Re", text: "Yes" });
    await expect(answer).rejects.toMatchObject({ code: "not-found" });
    expect(await idsOf(inbox)).toEqual([first, third]);
    expect(await countUnread(inbox, owner, 100)).toBe(2);
    expect(await viewMessage(inbox, owner, first)).toMatchObject({ newerId: third });
    expect(await viewMessage(inbox, owner, second)).toMatchObject({ isDeleted: true });

    await putBackMessage(inbox, owner, second);
    await putBackMessage(inbox, owner, second);
    expect(await idsOf(inbox)).toEqual([first, second, third]);
    const actions = (await inbox.auditLog()).map(({ action }) => action);
    expect(actions).toEqual(["Delete message", "Put back message"]);
    expect(JSON.stringify(await inbox.auditLog())).not.toContain("clay");
  });

  test("in the trash is deleted for good after 30 days, with its answers", async () => {
    const inbox = await open();
    const [deleted = "", kept = ""] = await receive(inbox, {}, {});
    await answerMessage(inbox, owner, deleted, { subject: "Re", text: "Yes" });
    await deleteMessage(inbox, owner, deleted);
    inbox.time.now += 30 * dayMs - 1;
    await deleteAllExpired(inbox);
    await putBackMessage(inbox, owner, deleted);
    await deleteMessage(inbox, owner, deleted);
    inbox.time.now += 30 * dayMs;
    await deleteAllExpired(inbox);
    await expect(viewMessage(inbox, owner, deleted)).rejects.toMatchObject({ code: "not-found" });
    const answers = await inbox.database.read.selectFrom("message_answers").selectAll().execute();
    expect(answers).toEqual([]);
    expect(await idsOf(inbox)).toEqual([kept]);
  });
});

async function idsOf(inbox: Parameters<typeof listMessages>[0], range = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const chunk of listMessages(inbox, owner, range)) {
    ids.push(...chunk.map(({ _id }) => _id));
  }
  return ids;
}
