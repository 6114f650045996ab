import { expect, test } from "vitest";
import { receiveMail } from "#mail/incoming/receive-mail.ts";
import { teamReplyTo } from "#mail/team/team-replies.ts";
import type { Database } from "#platform/database/database.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openInbox } from "../../../tests/support/mail/inbox.ts";
import { sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { judgeTeamReplies } from "./judge-team-reply.ts";
import { listMessages } from "./list-messages.ts";

const replyAddress = "reply@example.org";
const dayMs = 24 * 60 * 60_000;

async function open(database: Database) {
  const inbox = openInbox(database);
  const post = { ...inbox.post, replyAddress };
  const judgeMail = judgeTeamReplies(
    { ...inbox, post, replyAddress, readOwnSender: async () => "shop@example.org" },
    async () => ({ state: "dropped", reason: "unknown-address" }),
  );
  return {
    inbox,
    post,
    replyTo: () => database.write((tx) => teamReplyTo(post, tx, { email: "mo@example.com" })),
    receive: (mail: Parameters<typeof sampleMail>[0]) =>
      receiveMail({ ...inbox, judgeMail, parse: parseHere }, sampleMail(mail)),
    async messages() {
      const all: string[][] = [];
      for await (const chunk of listMessages(inbox, owner)) {
        all.push(...chunk.map(({ email, subject, message }) => [email, subject, message]));
      }
      return all;
    },
  };
}

describeStore("An answer to an email that the team has written", (openDatabase) => {
  test("becomes a message once, from whoever writes to the signed address", async () => {
    const { receive, replyTo, messages } = await open(await openDatabase());
    const to = (await replyTo()).toUpperCase();
    expect(to.split("@")[0]?.length).toBeLessThanOrEqual(64);
    const mail = { to, subject: "Re: Your website", body: "Yes, let us talk.", messageId: "a@b" };
    expect(await receive(mail)).toMatchObject({ state: "added" });
    await receive(mail);
    expect(await messages()).toEqual([
      ["ada@example.com", "Re: Your website", "Yes, let us talk."],
    ]);
  });

  test("is no message if the address is forged or old, or if a program or the site itself wrote it", async () => {
    const { inbox, receive, replyTo, messages } = await open(await openDatabase());
    const to = await replyTo();
    const forged = to.replace(/.@/, (end) => (end === "0@" ? "1@" : "0@"));
    expect(await receive({ to: forged })).toMatchObject({ reason: "unknown-address" });
    const automatic = ["Auto-Submitted: auto-replied"];
    expect(await receive({ to, headers: automatic })).toMatchObject({ reason: "automatic" });
    expect(await receive({ to, from: "shop@example.org" })).toMatchObject({ reason: "own" });
    inbox.time.now += 181 * dayMs;
    expect(await receive({ to })).toMatchObject({ reason: "unknown-address" });
    expect(await messages()).toEqual([]);
  });

  test("goes to the owner's address on a site that receives no replies, or to the author", async () => {
    const { inbox, post } = await open(await openDatabase());
    const { database } = inbox;
    const author = { email: "mo@example.com" };
    const without = { ...post, replyAddress: undefined };
    expect(await database.write((tx) => teamReplyTo(without, tx, author))).toBe("own@example.com");
    const nobody = { ...without, ownerEmail: undefined };
    expect(await database.write((tx) => teamReplyTo(nobody, tx, author))).toBe("mo@example.com");
  });
});
